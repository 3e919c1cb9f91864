import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoadLimit } from './build/first-load-limit.ts';
import { lateStyleSheets } from './build/late-style-sheets.ts';
import { precompress } from './build/precompress.ts';

const FIRST_LOAD_BYTES_MAX = 250_000;

export default defineConfig({
  root: import.meta.dirname,
  // Addresses are relative to the page's <base>, so that the same files work under any sub-path.
  base: './',
  plugins: [react(), lateStyleSheets(), firstLoadLimit(FIRST_LOAD_BYTES_MAX), precompress()],
  build: {
    outDir: '../../../../../dist/adapters/inbound/dashboard/web',
    emptyOutDir: true,
    // Nothing inline: the content security policy lets scripts come from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
  },
});
