import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { componentStyles } from './build/component-styles.ts';
import { firstLoadLimit } from './build/first-load-limit.ts';
import { lateStyleSheets } from './build/late-style-sheets.ts';
import { precompress } from './build/precompress.ts';

const FIRST_LOAD_BYTES_MAX = 250 * 1024;

const COMPONENT_STYLES = join(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))), 'styles');

/** Large, and loaded on demand only. */
const EDITOR = /[\\/](@codemirror|@lezer|@marijn|style-mod|crelt|w3c-keyname)[\\/]|[\\/]web[\\/]editor[\\/]/;
const CONVERTERS = /[\\/](imports|yaml)[\\/]|[\\/]parse-yaml\.ts$/;
/** Dialogs and forms, with the libraries that only they need. */
const FORMS = new RegExp(
  [
    '@mantine/form/|/klona/',
    '/components/(Autocomplete|Checkbox|FloatingIndicator|Modal|ModalBase|MultiSelect|PasswordInput|Pill|PillsInput)/',
    '/components/(Radio|ScrollArea|SegmentedControl|Select|Switch|TagsInput)/',
    // Both are parts of the browser's own select, too.
    '/components/Combobox/(?!ComboboxChevron|get-parsed)',
    '/(?!lazy-)[\\w-]*(dialog|form|password-input|filter-fields)\\.tsx$',
  ].join('|'),
);
const VIRTUAL_ROWS = /[\\/](virtual-core|react-virtual)[\\/]/;
const ON_DEMAND = [EDITOR, CONVERTERS, FORMS, VIRTUAL_ROWS];
const isBase = (id: string): boolean => !ON_DEMAND.some((pattern) => pattern.test(id));

export default defineConfig({
  root: import.meta.dirname,
  // Addresses are relative to the page's <base>, so that the same files work under any sub-path.
  base: './',
  plugins: [
    react(),
    componentStyles(COMPONENT_STYLES),
    lateStyleSheets(),
    firstLoadLimit(FIRST_LOAD_BYTES_MAX),
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
      output: {
        // Otherwise every combination of pages that share a module gets a file of its own, up to thirty for a page.
        codeSplitting: {
          groups: [
            { name: 'shared', test: isBase, minShareCount: 2, priority: 2 },
            { name: 'editor', test: EDITOR, minShareCount: 2, priority: 1 },
            { name: 'converters', test: CONVERTERS, minShareCount: 2, priority: 1 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
