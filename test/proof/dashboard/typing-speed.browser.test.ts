import type { CDPSession } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPromptPage, templateEditor } from '../../adapters/dashboard/browser/open-prompt-page.ts';
import { onOneDeployment } from '../../support/browser/on-every-deployment.ts';

const KILOBYTES = 255;
const SENTENCE = 'Dear {{customer}}, your order {{order.id}} is on its way to {{city}}, together with the invoice.';
const TYPED = 'the quick brown fox jumps over the lazy dog';
const SCRIPT_MS_MAX = 16;

const repeat = (separator: string): string => {
  const count = Math.floor((KILOBYTES * 1024) / (SENTENCE.length + separator.length));
  return Array.from({ length: count }, () => SENTENCE).join(separator);
};

/** The CPU time that scripts of the page have taken, which does not depend on what else the machine does. */
async function readScriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

onOneDeployment('typing into a prompt of 255 KiB', (dashboard) => {
  it.each([
    { kind: 'lines', separator: '\n' },
    { kind: 'one line', separator: ' ' },
  ])('of $kind takes less than 16 ms of script for each key', async ({ kind, separator }) => {
    const { page, window } = await openPromptPage(dashboard, repeat(separator));
    await templateEditor(page).click();
    await page.getByRole('region', { name: 'Rendered text' }).last().waitFor();
    const session = await window.context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });

    const before = await readScriptMs(session);
    await page.keyboard.type(TYPED, { delay: 60 });
    const scriptMs = ((await readScriptMs(session)) - before) / TYPED.length;

    process.stdout.write(`${kind}: ${scriptMs.toFixed(1)} ms of script for each key\n`);
    expect(scriptMs).toBeLessThan(SCRIPT_MS_MAX);
    await page.getByText('1 line changed vs v1').waitFor();
  });
});
