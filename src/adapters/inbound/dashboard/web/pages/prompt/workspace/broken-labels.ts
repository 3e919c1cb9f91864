import { type CallerContract, contractChanges } from '../../../../../../../domain/templates/breaking-changes.ts';
import type { BreakingChange } from '../../../../../../../domain/templates/variable-changes.ts';

/** A version whose callers would fail with the draft, and the labels by which they read it. */
export interface BrokenVersion {
  readonly version: number;
  readonly labels: readonly string[];
  readonly changes: readonly BreakingChange[];
}

type Labels = Readonly<Record<string, number>>;

/** Each one may be as large as a version, and is loaded to be compared. */
const VERSIONS_MAX = 5;

const MAIN_LABEL = 'production';

/** The versions that labels point to, the one of `production` first. */
export function labelledVersions(labels: Labels): readonly number[] {
  return [...new Set(sortLabels(Object.keys(labels)).flatMap((label) => labels[label] ?? []))].slice(0, VERSIONS_MAX);
}

/** The server makes the same comparison when a label is moved. */
export function findBrokenVersions(
  labels: Labels,
  contracts: ReadonlyMap<number, CallerContract>,
  draft: CallerContract,
): readonly BrokenVersion[] {
  return [...contracts].flatMap(([version, contract]) => {
    const changes = contractChanges(contract, draft);
    const pointing = Object.keys(labels).filter((label) => labels[label] === version);
    return changes.length > 0 && pointing.length > 0 ? [{ version, labels: sortLabels(pointing), changes }] : [];
  });
}

/** "breaking for production and staging"; empty when nothing is broken. */
export function describeBrokenVersions(versions: readonly BrokenVersion[]): string {
  const labels = sortLabels(versions.flatMap((version) => version.labels));
  if (labels.length === 0) return '';
  const [first, second] = labels;
  if (labels.length === 2) return `breaking for ${first} and ${second}`;
  return `breaking for ${first}${labels.length === 1 ? '' : ` and ${labels.length - 1} more labels`}`;
}

/** `production` first, then by name. */
function sortLabels(labels: readonly string[]): readonly string[] {
  const rank = (label: string) => (label === MAIN_LABEL ? '' : label);
  return labels.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}
