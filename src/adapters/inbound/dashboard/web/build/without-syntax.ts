import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const COMPARISON = /[\\/]@codemirror[\\/]merge[\\/]/;
const SYNTAX = /^@(codemirror\/language|lezer\/highlight)$/;
const NO_SYNTAX = fileURLToPath(new URL('./no-syntax.ts', import.meta.url));

/** Spares the comparison of versions the parser of programming languages, which templates have no use for. */
export function withoutSyntax(): Plugin {
  return {
    name: 'without-syntax',
    enforce: 'pre',
    resolveId: {
      filter: { id: SYNTAX },
      handler: (_source, importer) => (importer && COMPARISON.test(importer) ? NO_SYNTAX : null),
    },
  };
}
