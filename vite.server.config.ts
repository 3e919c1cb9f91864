import { relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Worker threads run these files, so that each has a file of its own. */
const THREADS = {
  'hashing-thread': 'src/adapters/outbound/crypto/hashing-thread.ts',
  'import-thread': 'src/adapters/inbound/api/import/import-thread.ts',
};

/**
 * Some modules read files that lie beside them. In the bundle they still find them where the module would be:
 * `src/adapters/inbound/api/docs/docs-handlers.ts` has its files in `dist/adapters/inbound/api/docs`.
 */
const keepPlaceOfModules = (): Plugin => ({
  name: 'keep-place-of-modules',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const file = relative(import.meta.dirname, id);
      if (Object.values(THREADS).includes(file)) return undefined;
      // Every module but main.ts is in a file in dist/chunks.
      const place = JSON.stringify(file.replace(/^src/, '..'));
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url)`), map: null };
    },
  },
});

/**
 * As an ES module, node:http has an export for each of its properties. Reading all of them loads the implementation of
 * WebSocket and fetch, which takes longer than most commands. Required instead, it is loaded without them.
 */
const requireHttp = (): Plugin => ({
  name: 'require-http',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, importer) => (importer === HTTP ? undefined : HTTP),
  },
  load: {
    filter: { id: /required-http/ },
    handler: () => ({ code: `module.exports = require('node:http');`, moduleType: 'js' }),
  },
});
const HTTP = '\0required-http.cjs';

/**
 * Bundles the server and its packages into a few files: loading hundreds of modules took most of the time of a start.
 * Packages with native parts cannot be bundled. The others stay dependencies in package.json as well, so that audits and
 * scanners find them.
 */
export default defineConfig({
  plugins: [keepPlaceOfModules(), requireHttp()],
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'better-sqlite3'] },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node22',
    // Stack traces stay readable, and NODE_OPTIONS=--enable-source-maps translates them.
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    license: { fileName: 'chunks/LICENSES.md' },
    rolldownOptions: {
      input: { main: 'src/main.ts', ...THREADS },
      // A dependency of Koa uses eval, with constants only.
      checks: { eval: false },
      output: {
        entryFileNames: ({ name }) => (name === 'main' ? 'main.js' : 'chunks/[name].js'),
        chunkFileNames: 'chunks/[name].js',
        keepNames: true,
        minifyInternalExports: false,
        sourcemapExcludeSources: true,
      },
    },
  },
});
