import { type CallerContract, contractChanges } from '../../../../../../../domain/templates/breaking-changes.ts';
import type { BreakingChange } from '../../../../../../../domain/templates/variable-changes.ts';
import { compareLabels } from '../../../text/compare-labels.ts';

/** A version whose callers would fail with the draft, and the labels by which they read it. */
export interface BrokenVersion {
  readonly version: number;
  readonly labels: readonly string[];
  readonly changes: readonly BreakingChange[];
}

type Labels = Readonly<Record<string, number>>;

/** Each one may be as large as a version, and is loaded to be compared. */
const VERSIONS_MAX = 5;

/** The versions that labels point to, the one of `production` first. */
export function labelledVersions(labels: Labels): readonly number[] {
  return [
    ...new Set(
      Object.keys(labels)
        .sort(compareLabels)
        .flatMap((label) => labels[label] ?? []),
    ),
  ].slice(0, VERSIONS_MAX);
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
    return changes.length > 0 && pointing.length > 0
      ? [{ version, labels: pointing.sort(compareLabels), changes }]
      : [];
  });
}

/** "breaking for production and staging"; empty when nothing is broken. */
export function describeBrokenVersions(versions: readonly BrokenVersion[]): string {
  const labels = versions.flatMap((version) => version.labels).sort(compareLabels);
  if (labels.length === 0) return '';
  const [first, second] = labels;
  if (labels.length === 2) return `breaking for ${first} and ${second}`;
  return `breaking for ${first}${labels.length === 1 ? '' : ` and ${labels.length - 1} more labels`}`;
}
