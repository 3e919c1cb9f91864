import { join } from 'node:path';
import { defineConfig } from 'vite';
import { bundleDeclarations } from './build/bundle-declarations.ts';

const ROOT = import.meta.dirname;

/** Bundles the client and the template engine of the service into one file without dependencies. */
export default defineConfig({
  root: ROOT,
  plugins: [{ name: 'bundle-declarations', closeBundle: () => bundleDeclarations(ROOT) }],
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
