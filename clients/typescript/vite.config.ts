import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { bundleDeclarations } from './build/bundle-declarations.ts';

const ROOT = import.meta.dirname;

/**
 * Without indentation and the names of modules, the bundle is a tenth smaller. Names and lines stay, for stack traces. No
 * text in the sources has more than one line.
 */
const stripIndentation = (): Plugin => ({
  name: 'strip-indentation',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/^(?:\t+|\/\/ .*\n)/gm, '');
    }
  },
});

/** Bundles the client and the template engine of the service into one file without dependencies. */
export default defineConfig({
  root: ROOT,
  plugins: [stripIndentation(), { name: 'bundle-declarations', closeBundle: () => bundleDeclarations(ROOT) }],
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
