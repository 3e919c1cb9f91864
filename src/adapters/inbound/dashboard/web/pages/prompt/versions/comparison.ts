import { compareLabels } from '../../../text/compare-labels.ts';

/** The versions that are compared. The newer one may be the lower number: a promotion can lead back. */
export interface Comparison {
  readonly from: number;
  readonly to: number;
  /** The label by which the version `from` is chosen. */
  readonly label?: string;
  /** Value of `from` in the address; undefined for the default. */
  readonly chosenFrom?: string;
}

interface ComparedPrompt {
  readonly latestVersion: number;
  readonly labels: Readonly<Record<string, number>>;
}

/** Stands in the address for the version before the other one. It is no label: labels begin with a letter. */
export const PREVIOUS_VERSION = '-1';

/**
 * Reads from the address what is compared: `to` is a version, `from` a version, a label or the previous version.
 * Without them, a label is compared with the latest version, because that is what a promotion would change.
 */
export function readComparison(params: URLSearchParams, prompt: ComparedPrompt): Comparison {
  const to = readVersion(params.get('to'), prompt) ?? prompt.latestVersion;
  const chosenFrom = params.get('from') ?? '';
  const chosen = readFrom(chosenFrom, to, prompt);
  return chosen ? { ...chosen, to, chosenFrom } : { ...defaultFrom(to, prompt), to };
}

/** The query of an address that shows this comparison. */
export function comparisonQuery(to: number, from: string | undefined): string {
  return new URLSearchParams({ tab: 'versions', ...(from !== undefined && { from }), to: `${to}` }).toString();
}

/** "production (v1) → v3", or the only version if there is nothing to compare. */
export function describeComparison({ from, to, label }: Comparison): string {
  if (from === to) return `v${to}`;
  return `${label === undefined ? `v${from}` : `${label} (v${from})`} → v${to}`;
}

/** The label that a promotion of the compared version would most likely move; undefined if none would move. */
export function promotionTarget({ to, label = 'production' }: Comparison, { labels }: ComparedPrompt) {
  return labels[label] === to ? undefined : label;
}

type From = Pick<Comparison, 'from' | 'label'>;

function readFrom(text: string, to: number, prompt: ComparedPrompt): From | undefined {
  if (text === PREVIOUS_VERSION) return { from: Math.max(1, to - 1) };
  const labelled = Object.hasOwn(prompt.labels, text) ? prompt.labels[text] : undefined;
  if (labelled !== undefined) return { from: labelled, label: text };
  const from = readVersion(text, prompt);
  return from === undefined ? undefined : { from };
}

/** A label that points elsewhere, production first; without one, the previous version. */
function defaultFrom(to: number, { labels }: ComparedPrompt): From {
  const names = Object.keys(labels).sort(compareLabels);
  const label = names.find((name) => labels[name] !== to);
  const from = label === undefined ? undefined : labels[label];
  return label === undefined || from === undefined ? { from: Math.max(1, to - 1) } : { from, label };
}

function readVersion(text: string | null, { latestVersion }: ComparedPrompt): number | undefined {
  const version = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isInteger(version) && version >= 1 && version <= latestVersion ? version : undefined;
}
