import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { componentStyles } from './build/component-styles.ts';
import { firstLoadLimit } from './build/first-load-limit.ts';
import { lateStyleSheets } from './build/late-style-sheets.ts';
import { noChunkCycles } from './build/no-chunk-cycles.ts';
import { precompress } from './build/precompress.ts';
import { withoutSyntax } from './build/without-syntax.ts';

const FIRST_LOAD_BYTES_MAX = 250 * 1024;

const COMPONENT_STYLES = join(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))), 'styles');

/** Large parts that only some pages need, or only after a click. Packages and folders: no file is named here. */
const EDITOR =
  /[\\/](@codemirror[\\/](state|view)|@marijn|style-mod|crelt|w3c-keyname|web[\\/]editor[\\/]extensions)[\\/]/;
const PARSERS = /[\\/](@codemirror|@lezer)[\\/]/;
const CONVERTERS = /[\\/](converters|yaml|adapters[\\/]text)[\\/]/;
const VIRTUAL_ROWS = /[\\/](virtual-core|react-virtual|web[\\/]virtual)[\\/]/;
/** Menus, dialogs, forms, tables and charts, with the libraries that only they need. */
const FORMS = new RegExp(
  [
    '/@mantine/form/|/klona/|/@floating-ui/|/core/esm/utils/Floating/',
    '/core/esm/components/(Autocomplete|Checkbox|FloatingIndicator|Grid|Menu|Modal|ModalBase|MultiSelect|PasswordInput|Pill)/',
    '/core/esm/components/(PillsInput|Popover|Radio|ScrollArea|SegmentedControl|Select|SimpleGrid|Table|TagsInput)/',
    // The exceptions are parts of the browser's own select, too.
    '/core/esm/components/Combobox/(?!ComboboxChevron|get-parsed|Combobox.module)',
    '/web/(forms|charts|snippets|api/account)/|/web/pages/(activity|settings|prompt/code|[\\w/]*dialogs)/',
  ].join('|'),
);
const isShared = (id: string): boolean =>
  ![EDITOR, PARSERS, CONVERTERS, VIRTUAL_ROWS, FORMS].some((part) => part.test(id));

export default defineConfig({
  root: import.meta.dirname,
  // Addresses are relative to the page's <base>, so that the same files work under any sub-path.
  base: './',
  plugins: [
    react(),
    componentStyles(COMPONENT_STYLES),
    withoutSyntax(),
    lateStyleSheets(),
    firstLoadLimit(FIRST_LOAD_BYTES_MAX),
    noChunkCycles(),
    precompress(),
  ],
  build: {
    outDir: '../../../../../dist/adapters/inbound/dashboard/web',
    emptyOutDir: true,
    // Nothing inline: the content security policy lets scripts come from files only.
    assetsInlineLimit: 0,
    // One style sheet for all pages: it is small, and each file is a request.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // They have no side effects, but do not say so: the editor would load a parser that it does not use.
      treeshake: { moduleSideEffects: [{ test: /[\\/]@lezer[\\/]/, sideEffects: false }] },
      output: {
        // Otherwise every combination of pages that share a module gets a file of its own, up to thirty for a page.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 3 },
            { name: 'shared', test: isShared, minShareCount: 2, priority: 2, includeDependenciesRecursively: false },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
            // Leave out the parsers, which only comparisons and completions need.
            { name: 'editor', test: EDITOR, minShareCount: 2 },
            { name: 'converters', test: CONVERTERS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
