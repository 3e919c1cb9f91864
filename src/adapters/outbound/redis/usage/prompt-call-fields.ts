import type { PromptCounts } from '../../../../domain/usage/prompt-usage.ts';
import { fromPromptCallRow } from '../../rows/prompt-call-row.ts';
import type { RowOf } from '../../rows/transfer-row.ts';

/** A field in the hash of a day's calls of prompts; see usage-keys.ts. */
export interface PromptCallField {
  readonly hourOfDay: number;
  readonly outcome: 'served' | 'failed';
  readonly version: number;
  readonly label: string;
  readonly promptId: string;
}

const NO_LABEL = '-';
const FIELD = /^(\d+) (served|failed) (\d+) (\S+) (\S+)$/;

/** Fields and their counts in turn. */
export function promptCallFields(
  hourOfDay: number,
  { prompt_id, version, label, served, failed }: Omit<RowOf<'promptCall'>, 'hour'>,
): (string | number)[] {
  const field = (outcome: 'served' | 'failed') =>
    `${hourOfDay} ${outcome} ${version} ${label || NO_LABEL} ${prompt_id}`;
  const counts = [
    [field('served'), served],
    [field('failed'), failed],
  ] as const;
  return counts.flatMap(([name, count]) => (count > 0 ? [name, count] : []));
}

export function parsePromptCallField(field: string): PromptCallField {
  const [, hour, outcome, version, label = '', promptId = ''] = FIELD.exec(field) ?? [];
  return {
    hourOfDay: Number(hour),
    outcome: outcome === 'failed' ? 'failed' : 'served',
    version: Number(version),
    label: label === NO_LABEL ? '' : label,
    promptId,
  };
}

/** Matches the fields of a prompt, in both hashes of a day. */
export const fieldsOfPrompt = (promptId: string): string => `* ${promptId}`;

/** Adds up the counts of one prompt. */
export class PromptCountSums {
  private readonly reads = new Map<number, number>();
  private readonly calls = new Map<string, { version: number; label: string; served: number; failed: number }>();

  addRead(version: number, count: number): void {
    this.reads.set(version, (this.reads.get(version) ?? 0) + count);
  }

  addCalls({ version, label, outcome }: PromptCallField, count: number): void {
    const key = `${version} ${label}`;
    const known = this.calls.get(key) ?? { version, label, served: 0, failed: 0 };
    known[outcome] += count;
    this.calls.set(key, known);
  }

  list(): PromptCounts {
    return {
      reads: [...this.reads].map(([version, count]) => ({ version, count })),
      calls: [...this.calls.values()].map((row) => fromPromptCallRow({ ...row })),
    };
  }
}
