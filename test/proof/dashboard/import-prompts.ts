import { expect } from 'vitest';
import type { TestDashboard } from '../../support/browser/on-every-deployment.ts';

/** Imports the prompts of an export line by line: creating thousands one by one would take minutes. */
export async function importPrompts({ site }: TestDashboard, key: string, prompts: readonly object[]): Promise<void> {
  const lines = [{ format: 'prompthold-export', version: 1 }, ...prompts];
  const response = await fetch(`${site.apiUrl}/api/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect([response.status, (await response.text()).match(/"created"/g)?.length]).toEqual([200, prompts.length]);
}
