import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  type IncludeTarget,
  parseIncludeTarget,
  printIncludeTarget,
} from '../../../../src/domain/naming/include-target.ts';
import type { ContentHash } from '../../../../src/domain/prompts/prompt-version.ts';
import { fingerprintOf, reachedTargets } from '../../../../src/domain/prompts/release.ts';
import fc from '../../../support/seeded-fast-check.ts';
import { aRead, lockedTo } from './a-read.ts';
import { aReader } from './a-reader.ts';

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** As deep as includes may be nested. Prompts of a level include any of deeper levels, so that paths meet again. */
const LEVELS = 6;
const PER_LEVEL = 3;
const NAMES = Array.from({ length: (LEVELS - 1) * PER_LEVEL + 1 }, (_, index) => `p${index}`);
const SELECTORS = ['', '@1', '@2', '@latest', '@stable'];

const firstBelow = (index: number): number => Math.ceil(index / PER_LEVEL) * PER_LEVEL + 1;

const arbitraryIncludes = (index: number): fc.Arbitrary<readonly string[]> =>
  firstBelow(index) < NAMES.length
    ? fc.array(
        fc
          .tuple(fc.integer({ min: firstBelow(index), max: NAMES.length - 1 }), fc.constantFrom(...SELECTORS))
          .map(([below, selector]) => `p${below}${selector}`),
        { maxLength: 4 },
      )
    : fc.constant([]);

interface Graph {
  /** What each prompt includes, in both of its versions. */
  readonly includes: readonly (readonly string[])[];
  /** The version that each target leads to, now and in the lock. */
  readonly now: readonly number[];
  readonly locked: readonly number[] | undefined;
}

const arbitraryVersions = fc.array(fc.constantFrom(1, 2), {
  minLength: NAMES.length * SELECTORS.length,
  maxLength: NAMES.length * SELECTORS.length,
});

const arbitraryGraph: fc.Arbitrary<Graph> = fc.record({
  includes: fc.tuple(...NAMES.map((_, index) => arbitraryIncludes(index))),
  now: arbitraryVersions,
  locked: fc.option(arbitraryVersions, { nil: undefined }),
});

const TARGETS = NAMES.flatMap((name) => SELECTORS.map((selector) => `${name}${selector}`));

const targetOf = (text: string): IncludeTarget => parseIncludeTarget(text) as IncludeTarget;
const indexOf = ({ name }: IncludeTarget): number => NAMES.indexOf(name);

/** The version that a target leads to; one that names it leads nowhere else. */
function follow(text: string, versions: readonly number[]): number {
  const { selector } = targetOf(text);
  return selector?.by === 'version' ? selector.version : (versions[TARGETS.indexOf(text)] ?? 1);
}

const contentOf = ({ includes }: Graph, index: number, version: number): string =>
  `p${index} v${version} ${(includes[index] ?? []).map((text) => `{{> ${text}}}`).join(' ')}`;

it('the client computes the fingerprint and the includes of any graph as the service does', async () => {
  let withIncludes = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryGraph, async (graph) => {
      const { service, get } = aReader();
      const versions = graph.locked ?? graph.now;
      for (const text of TARGETS) {
        const index = indexOf(targetOf(text));
        const version = follow(text, graph.now);
        service.set(text, aRead(`p${index}`, contentOf(graph, index, version), version));
      }
      const lock = Object.fromEntries(TARGETS.map((text) => [text, follow(text, versions)]));
      service.set('p0', aRead('p0', contentOf(graph, 0, 1), 1, graph.locked && lockedTo(1, lock)));

      const prompt = await get('p0');

      const versionOf = (index: number, version: number) => ({
        hash: contentOf(graph, index, version) as string as ContentHash,
        targets: [...new Set(graph.includes[index])].map(targetOf),
      });
      const find = (target: IncludeTarget) => versionOf(indexOf(target), follow(printIncludeTarget(target), versions));
      const reached = reachedTargets(versionOf(0, 1).targets, find).map(printIncludeTarget);
      expect(prompt.fingerprint).toBe(fingerprintOf(versionOf(0, 1), find, sha256));
      expect(prompt.includes.map(({ include, version }) => [include, version])).toEqual(
        reached.map((text) => [text, follow(text, versions)]),
      );
      if (reached.length > 3) withIncludes += 1;
    }),
    { numRuns: 300 },
  );
  // Most graphs must have something to compare.
  expect(withIncludes).toBeGreaterThan(100);
});
