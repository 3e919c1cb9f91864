import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../src/domain/naming/label.ts';
import { summarizePrompt } from '../../../../src/domain/usage/prompt-usage.ts';

const [production, staging] = ['production' as Label, 'staging' as Label];

describe('the usage of a prompt', () => {
  it('is nothing without calls', () => {
    expect(summarizePrompt({ reads: [], calls: [] })).toEqual({ calls: 0, failed: 0, versions: [], labels: [] });
  });

  it('is the sum of served and failed calls, by version and by label', () => {
    const usage = summarizePrompt({
      reads: [
        { version: 1, count: 10 },
        { version: 2, count: 5 },
      ],
      calls: [
        { version: 1, label: production, served: 7, failed: 0 },
        { version: 2, label: production, served: 1, failed: 4 },
        { version: 2, label: staging, served: 2, failed: 0 },
        { version: 2, label: undefined, served: 0, failed: 1 },
        { version: undefined, label: undefined, served: 0, failed: 3 },
      ],
    });

    expect(usage).toEqual({
      calls: 23,
      failed: 8,
      versions: [
        { version: 2, calls: 10, failed: 5 },
        { version: 1, calls: 10, failed: 0 },
        { version: undefined, calls: 3, failed: 3 },
      ],
      labels: [
        { label: production, calls: 12, failed: 4 },
        // Five reads without a label, and four failures.
        { label: undefined, calls: 9, failed: 4 },
        { label: staging, calls: 2, failed: 0 },
      ],
    });
  });

  it('leaves out calls without a label if there are none', () => {
    const calls = [{ version: 1, label: production, served: 7, failed: 0 }];

    expect(summarizePrompt({ reads: [{ version: 1, count: 7 }], calls }).labels).toEqual([
      { label: production, calls: 7, failed: 0 },
    ]);
  });
});
