import type { Label } from '../naming/label.ts';
import type { PromptCallCount, ReadCount } from './usage.ts';

/** Calls that read or rendered a prompt, and those of them that failed. */
export interface CallTotals {
  readonly calls: number;
  readonly failed: number;
}

export interface PromptUsage extends CallTotals {
  /** Newest first. Undefined stands for failed calls for which there was no version. */
  readonly versions: readonly (CallTotals & { readonly version: number | undefined })[];
  /** Most calls first. Undefined stands for calls without a label. */
  readonly labels: readonly (CallTotals & { readonly label: Label | undefined })[];
}

/** The counts of one prompt. Each may cover any number of hours. */
export interface PromptCounts {
  readonly reads: readonly Pick<ReadCount, 'version' | 'count'>[];
  readonly calls: readonly Omit<PromptCallCount, 'hour' | 'promptId'>[];
}

/** Adds up the counts of a prompt by version and by label. */
export function summarizePrompt({ reads, calls }: PromptCounts): PromptUsage {
  const versions = new Totals<number | undefined>();
  const labels = new Totals<Label | undefined>();
  // All served calls are reads, and some of them are also counted by their label.
  for (const { version, count } of reads) {
    versions.add(version, count, 0);
    labels.add(undefined, count, 0);
  }
  for (const { version, label, served, failed } of calls) {
    if (failed > 0) versions.add(version, failed, failed);
    labels.add(label, served + failed, failed);
    labels.add(undefined, -served, 0);
  }
  const byVersion = versions.list().sort(([one = 0], [other = 0]) => other - one);
  const byLabel = labels.list().sort(([, one], [, other]) => other.calls - one.calls);
  return {
    calls: versions.sum('calls'),
    failed: versions.sum('failed'),
    versions: byVersion.map(([version, totals]) => ({ version, ...totals })),
    labels: byLabel.map(([label, totals]) => ({ label, ...totals })),
  };
}

class Totals<Key> {
  private readonly byKey = new Map<Key, CallTotals>();

  add(key: Key, calls: number, failed: number): void {
    const known = this.byKey.get(key) ?? { calls: 0, failed: 0 };
    this.byKey.set(key, { calls: known.calls + calls, failed: known.failed + failed });
  }

  list(): [Key, CallTotals][] {
    return [...this.byKey].filter(([, { calls }]) => calls > 0);
  }

  sum(field: keyof CallTotals): number {
    return this.list().reduce((sum, [, totals]) => sum + totals[field], 0);
  }
}
