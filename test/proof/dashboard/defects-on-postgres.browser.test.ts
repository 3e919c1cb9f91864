import { describe } from 'vitest';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

/** Tests of each defect that the first edition of the dashboard had. The fast tier runs them on SQLite. */
describe.runIf(wantedStorages().includes('postgres'))('the defects of the first dashboard', async () => {
  // Read when the tests below are loaded.
  process.env['STORAGE'] = 'postgres';
  await import('./pages/unsaved-text.browser.test.ts');
  await import('../../adapters/dashboard/browser/prompt-page.browser.test.ts');
  await import('../../adapters/dashboard/browser/shell.browser.test.ts');
  await import('../../adapters/dashboard/editor/editor.browser.test.ts');
});
