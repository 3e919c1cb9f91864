import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { bundleDeclarations } from './build/bundle-declarations.ts';

const ROOT = import.meta.dirname;

/**
 * Without indentation, the names of modules and lines of nothing but brackets or members, the bundle is a tenth smaller.
 * Names stay, and statements stay on lines of their own, for stack traces. No text in the sources has more than one line.
 */
const compactLines = (): Plugin => ({
  name: 'compact-lines',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = compact(file.code);
  },
});

const compact = (code: string): string =>
  code
    .replaceAll(/^(?:\t+|\/\/ .*\n)/gm, '')
    .replaceAll(/,\n/g, ', ')
    .replaceAll(/\n(?=[})\]])/g, '');

/** Bundles the client and the template engine of the service into one file without dependencies. */
export default defineConfig({
  root: ROOT,
  plugins: [compactLines(), { name: 'bundle-declarations', closeBundle: () => bundleDeclarations(ROOT) }],
  build: {
    target: 'es2022',
    // Stack traces of applications stay readable.
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: join(ROOT, 'src/client/prompthold-client.ts'),
      formats: ['es'],
      fileName: 'prompthold-client',
    },
    rolldownOptions: { external: /^node:/, output: { codeSplitting: false, comments: false } },
  },
});
