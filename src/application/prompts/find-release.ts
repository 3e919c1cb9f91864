import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import {
  type FingerprintedVersion,
  fingerprintOf,
  type Release,
  reachedTargets,
  toFingerprint,
} from '../../domain/prompts/release.ts';
import { mayInclude, parsePublishedInSteps, templatesOf } from '../../domain/templates/prompt-content.ts';
import { includeTargets } from '../../domain/templates/template-uses.ts';
import { type Execution, runInTurns } from '../ports/execution.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import { type IncludeReader, type IncludesOutcome, loadIncludes } from './includes/load-includes.ts';
import { runByCost } from './run-by-cost.ts';

/** Finds what a label would serve if it moved to a version now. */
export class FindRelease {
  constructor(private readonly hashing: ContentHashing) {}

  execute(
    reader: IncludeReader,
    owner: AccountId,
    version: Pick<PromptVersion, 'content' | 'hash'>,
    execution: Execution,
  ): Promise<Release> {
    const { content, hash } = version;
    if (!mayInclude(content)) return Promise.resolve(withoutIncludes(version));
    return runByCost(content, execution, async (granted) => {
      const template = await runInTurns(parsePublishedInSteps(content), granted);
      const targets = template ? includeTargets(templatesOf(template)) : [];
      if (targets.length === 0) return withoutIncludes(version);
      const includes = await granted.heavy(() => loadIncludes(reader, owner, targets, granted));
      return toRelease({ hash, targets }, includes, this.hashing);
    });
  }
}

const withoutIncludes = ({ hash }: Pick<PromptVersion, 'hash'>): Release => ({
  fingerprint: toFingerprint(hash),
  lock: undefined,
});

/**
 * The release of a version with the includes that were loaded for it. If they could not be loaded, the version cannot be
 * rendered: its lock names no versions then, so that no change of another prompt can bring it to life.
 */
export function toRelease(version: FingerprintedVersion, outcome: IncludesOutcome, hashing: ContentHashing): Release {
  if (version.targets.length === 0) return withoutIncludes(version);
  if (outcome.kind !== 'loaded') {
    const fingerprint = toFingerprint(version.hash);
    return { fingerprint, lock: { fingerprint, includes: [] } };
  }
  const fingerprint = fingerprintOf(version, outcome.get, (text) => hashing.hash(text));
  const includes = reachedTargets(version.targets, outcome.get).map((target) => {
    const { promptId, version: number } = outcome.get(target);
    return { target, promptId, version: number };
  });
  return { fingerprint, lock: { fingerprint, includes } };
}
