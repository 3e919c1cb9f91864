import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Fails the build when what every page loads is too large: the entry, its static imports and the style sheet. */
export function firstLoadLimit(bytesMax: number): Plugin {
  return {
    name: 'first-load-limit',
    apply: 'build',
    // Run after all other plugins, when the names of the style sheets are known.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = [...firstLoad(bundle)];
        const bytes = files.reduce((sum, name) => sum + gzipSync(contentOf(bundle, name)).length, 0);
        const summary = `first load ${(bytes / 1000).toFixed(0)} kB gzip of ${bytesMax / 1000} kB`;
        if (bytes > bytesMax) this.error(`${summary}: ${files.join(', ')}`);
        this.info(summary);
      },
    },
  };
}

function firstLoad(bundle: Bundle): Set<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== 'chunk') return;
    files.add(name);
    chunk.imports.forEach(visit);
  };
  for (const { type, fileName, ...output } of Object.values(bundle)) {
    if ('isEntry' in output && output.isEntry) visit(fileName);
    if (type === 'asset' && fileName.endsWith('.css')) files.add(fileName);
  }
  return files;
}

function contentOf(bundle: Bundle, name: string): string | Uint8Array {
  const output = bundle[name];
  if (!output) throw new Error(`the bundle has no ${name}`);
  return output.type === 'chunk' ? output.code : output.source;
}
