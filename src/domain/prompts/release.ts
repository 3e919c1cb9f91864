import type { Branded } from '../branded.ts';
import { type IncludeTarget, printIncludeTarget } from '../naming/include-target.ts';
import type { PromptId } from '../naming/prompt-name.ts';
import type { ContentHash } from './prompt-version.ts';

/**
 * A digest of a version together with everything that it includes: `sha256:` and 64 hex digits. Equal fingerprints mean
 * equal words. Without includes, it is the hash of the version.
 */
export type Fingerprint = Branded<string, 'Fingerprint'>;

/** The version that an include led to when it was locked. */
export interface LockedInclude {
  readonly target: IncludeTarget;
  readonly promptId: PromptId;
  readonly version: number;
}

/**
 * The versions that the direct and indirect includes of a version led to when a protected label was moved to it: depth
 * first, in order of first appearance, each target once. The label serves them until it moves, whatever happens to the
 * included prompts.
 */
export interface ReleaseLock {
  readonly fingerprint: Fingerprint;
  readonly includes: readonly LockedInclude[];
}

/** A lock that a label had from some moment on, until its next move or the next period; null for none. */
export interface LockPeriod {
  readonly since: Date;
  readonly lock: ReleaseLock | null;
}

/** The most lock periods that are kept with one move: the oldest go first. */
export const LOCK_PERIODS_MAX = 20;

/** The fingerprint that a label would serve at a version, and the lock that it would get if it is protected. */
export interface Release {
  readonly fingerprint: Fingerprint;
  readonly lock: ReleaseLock | undefined;
}

/** The parts of a version that its fingerprint depends on. */
export interface FingerprintedVersion {
  readonly hash: ContentHash;
  readonly targets: readonly IncludeTarget[];
}

/** The fingerprint of a version without includes. */
export const toFingerprint = (hash: ContentHash): Fingerprint => hash as string as Fingerprint;

/** The text whose digest is the fingerprint of a version with includes: its hash and the fingerprints of what it includes. */
const fingerprintText = (hash: ContentHash, included: readonly Fingerprint[]): string =>
  JSON.stringify([hash, included]);

/** `find` must know every target, and none may include itself. */
export function fingerprintOf(
  { hash, targets }: FingerprintedVersion,
  find: (target: IncludeTarget) => FingerprintedVersion,
  digest: (text: string) => string,
): Fingerprint {
  const known = new Map<string, Fingerprint>();
  const fingerprint = (version: FingerprintedVersion): Fingerprint => {
    if (version.targets.length === 0) return toFingerprint(version.hash);
    return digest(fingerprintText(version.hash, version.targets.map(ofTarget))) as Fingerprint;
  };
  const ofTarget = (target: IncludeTarget): Fingerprint => {
    const key = printIncludeTarget(target);
    const found = known.get(key) ?? fingerprint(find(target));
    known.set(key, found);
    return found;
  };
  return fingerprint({ hash, targets });
}

/** All targets, direct or not, depth first, in order of first appearance, each once. */
export function reachedTargets(
  targets: readonly IncludeTarget[],
  find: (target: IncludeTarget) => Pick<FingerprintedVersion, 'targets'>,
): readonly IncludeTarget[] {
  const reached = new Map<string, IncludeTarget>();
  const visit = (target: IncludeTarget): void => {
    const key = printIncludeTarget(target);
    if (reached.has(key)) return;
    reached.set(key, target);
    find(target).targets.forEach(visit);
  };
  targets.forEach(visit);
  return [...reached.values()];
}
