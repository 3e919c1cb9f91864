import { expect } from 'vitest';
import type { TestDashboard } from '../../support/browser/on-every-deployment.ts';

export const AT = '2026-01-01T00:00:00.000Z';

/** A text prompt with these versions, as an export contains it. */
export const exportedPrompt = (name: string, versions: readonly string[]) => ({
  ...{ name, type: 'text', description: `About ${name}`, tags: [], archived: false, createdAt: AT, updatedAt: AT },
  versions: versions.map((content, index) => ({
    ...{ version: index + 1, content, variables: [], config: {}, message: '' },
    ...{ restoredFrom: null, publishedAt: AT },
  })),
  history: [],
});

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
