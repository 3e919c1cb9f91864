import { expect, it } from 'vitest';
import { expectToFit, findAccessibilityViolations } from '../../support/browser/accessibility.ts';
import { walkWithTab } from '../../support/browser/keyboard-walk.ts';
import { onOneDeployment } from '../../support/browser/on-every-deployment.ts';
import { examplePages, prepareExample } from './dashboard-pages.ts';
import { expectQuickLoad, recordLoad } from './page-load.ts';

// One visit of each page checks everything about it, because loading a page takes longer than most checks.
onOneDeployment('every page', (dashboard) => {
  it.each(examplePages)(
    'loads quickly, fulfils WCAG 2.2 AA in light and dark, works with Tab alone and fits a narrow window: $name',
    async (example) => {
      const { window, page, show } = await prepareExample(dashboard, example);
      const load = await recordLoad(window);
      await show();
      await expectQuickLoad(page, load);
      expect(load.consoleErrors).toHaveLength(example.isMissing ? 1 : 0);

      await example.use?.(page);
      expect(await findAccessibilityViolations(page)).toEqual([]);

      if (!example.hasDialog) {
        const walk = await walkWithTab(page);
        expect(walk.controls.length).toBeGreaterThan(example.isEntry ? 2 : 5);
        expect(walk).toMatchObject({ unreachable: [], invisible: [] });
      }

      await expectToFit(page);
    },
  );
});
