import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type IncludeTarget,
  parseIncludeTarget,
  printIncludeTarget,
} from '../../../../src/domain/naming/include-target.ts';
import type { ContentHash } from '../../../../src/domain/prompts/prompt-version.ts';
import { type FingerprintedVersion, fingerprintOf, reachedTargets } from '../../../../src/domain/prompts/release.ts';

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Versions by target, each written as its hash and what it includes. */
const VERSIONS: Readonly<Record<string, readonly [hash: string, ...targets: string[]]>> = {
  tone: ['sha256:tone'],
  'tone@staging': ['sha256:staging', 'voice@2'],
  'voice@2': ['sha256:voice'],
  frame: ['sha256:frame', 'tone', 'tone@staging', 'tone'],
};

const versionOf = ([hash, ...targets]: readonly [string, ...string[]]): FingerprintedVersion => ({
  hash: hash as ContentHash,
  targets: [...new Set(targets)].map((text) => parseIncludeTarget(text) as IncludeTarget),
});
const find = (target: IncludeTarget) => versionOf(VERSIONS[printIncludeTarget(target)] ?? ['sha256:missing']);
const fingerprint = (...version: [string, ...string[]]) => fingerprintOf(versionOf(version), find, sha256);

describe('fingerprintOf', () => {
  it('is the hash of a version without includes', () => {
    expect(fingerprint('sha256:reply')).toBe('sha256:reply');
  });

  it('covers the hash and the fingerprints of the direct includes in their order', () => {
    const staging = sha256('["sha256:staging",["sha256:voice"]]');

    expect(fingerprint('sha256:reply', 'tone', 'tone@staging')).toBe(
      sha256(`["sha256:reply",["sha256:tone","${staging}"]]`),
    );
    expect(fingerprint('sha256:reply', 'tone@staging', 'tone')).toBe(
      sha256(`["sha256:reply",["${staging}","sha256:tone"]]`),
    );
  });

  it('visits a target once, however often it is included', () => {
    const visits = new Map<string, number>();
    const counting = (target: IncludeTarget): FingerprintedVersion => {
      const depth = Number(printIncludeTarget(target).slice(1));
      visits.set(printIncludeTarget(target), (visits.get(printIncludeTarget(target)) ?? 0) + 1);
      return depth < 30 ? versionOf([`sha256:${depth}`, `p${depth + 1}`, `p${depth + 2}`]) : versionOf(['sha256:end']);
    };

    fingerprintOf(versionOf(['sha256:start', 'p1', 'p2']), counting, sha256);
    expect([...visits.values()]).toEqual(Array.from({ length: 31 }, () => 1));
  });
});

it('reachedTargets lists what is included depth first, each target once', () => {
  const targets = versionOf(['sha256:reply', 'frame', 'voice@2', 'tone']).targets;

  expect(reachedTargets(targets, find).map(printIncludeTarget)).toEqual(['frame', 'tone', 'tone@staging', 'voice@2']);
});
