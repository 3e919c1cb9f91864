import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import type { Application } from './application.ts';
import { countDriverSteps } from './driver-steps.ts';
import type { End } from './failpoint.ts';
import { type Prepared, Site } from './site.ts';
import type { UseCase } from './use-case.ts';

countDriverSteps();

/** Fewer would mean that some are not counted: a use case reads something, and changes it. */
const STEPS_MIN = 2;
const LONG_ENOUGH_MS = 300_000;

type State = 'before' | 'after';

/** The state that a crash left. */
interface Left extends Prepared {
  readonly where: string;
  readonly state: State;
}

/** Crashes each use case before and after every one of its steps, on every backend. */
export function crashAtEveryStep(useCases: readonly UseCase[]): void {
  describe.each(realStorages)('on $name', (storage) => {
    it.for(useCases)(
      'a crash at any step of "$name" leaves all of its changes or none',
      { timeout: LONG_ENOUGH_MS },
      async (useCase, { annotate }) => {
        const site = await Site.of(storage);
        const steps = await recordSteps(site, useCase);
        expect(steps.length).toBeGreaterThanOrEqual(STEPS_MIN);

        const states = await crashEverywhere(site, useCase, steps);

        // One step commits: nothing is visible before it, everything after it.
        const undone = states.filter((state) => state === 'before').length;
        expect(states).toEqual(states.map((_, place) => (place < undone ? 'before' : 'after')));
        expect(new Set(states).size).toBe(2);
        await annotate(`${states.length} crashes at ${steps.length} steps: ${steps.join(' · ')}`);
      },
    );
  });
}

/** Runs the use case without a crash, and returns its steps. */
async function recordSteps(site: Site, useCase: UseCase): Promise<readonly string[]> {
  const prepared = await site.prepare(useCase);
  const { subject, storageUrl } = prepared;
  const { steps } = await site.crash(prepared);
  await site.withApplication(storageUrl, async (application) => {
    expect(await subject.look(application)).toEqual(subject.after);
    expect(await application.check()).toEqual([]);
  });
  return steps;
}

/**
 * A crash after a step leaves the same state as one before the next step. So one of them is retried immediately, as a
 * caller would do, and the other after a repair of the storage, as an operator would do.
 */
async function crashEverywhere(site: Site, useCase: UseCase, steps: readonly string[]): Promise<readonly State[]> {
  const all: Left[] = [];
  for (const end of crashPointsOf(steps)) all.push(await crashAt(site, useCase, steps, end));

  const storages = Map.groupBy(all, ({ storageUrl }) => storageUrl);
  for (const [storageUrl, left] of storages) {
    await site.withApplication(storageUrl, async (application) => {
      await repairStorage(application);
      for (const each of left) await finish(application, each);
    });
  }
  return all.map(({ state }) => state);
}

async function crashAt(site: Site, useCase: UseCase, steps: readonly string[], end: End): Promise<Left> {
  const prepared = await site.prepare(useCase);
  const { storageUrl, steps: taken, reached } = await site.crash(prepared, end);
  const where = `${end.when} step ${end.step}, ${steps[end.step - 1]}`;
  expect(reached, where).toBe(true);
  // A step may contain others, which follow it in the list and finish before it.
  expect(taken, where).toEqual(steps.slice(0, taken.length));

  const crashed = { subject: prepared.subject, storageUrl, where };
  return site.withApplication(storageUrl, async (application) => {
    const left = { ...crashed, state: await stateOf(application, crashed) };
    if (end.when === 'before') await repeat(application, left);
    return left;
  });
}

/** All crash points, in order. */
const crashPointsOf = (steps: readonly string[]): readonly End[] =>
  steps.flatMap((_, place) => [
    { when: 'before', step: place + 1 },
    { when: 'after', step: place + 1 },
  ]);

async function stateOf(application: Application, { subject, where }: Omit<Left, 'state'>): Promise<State> {
  const state = await subject.look(application);
  expect([subject.before, subject.after], where).toContainEqual(state);
  return isDeepStrictEqual(state, subject.after) ? 'after' : 'before';
}

async function repeat(application: Application, left: Left): Promise<void> {
  await left.subject.run(application);
  expect(await stateOf(application, left), `${left.where}, repeated`).toBe('after');
}

async function repairStorage(application: Application): Promise<void> {
  expect((await application.check()).filter(({ repaired }) => !repaired)).toEqual([]);
  expect(await application.check()).toEqual([]);
}

/** A repair may complete an unfinished use case, but never undoes a finished one. */
async function finish(application: Application, left: Left): Promise<void> {
  const repaired = await stateOf(application, left);
  if (left.state === 'after') expect(repaired, `${left.where}, repaired`).toBe('after');
  await repeat(application, left);
  await left.subject.continueNormally(application);
}
