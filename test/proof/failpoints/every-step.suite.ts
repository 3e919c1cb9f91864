import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import type { Application } from './application.ts';
import { countDriverSteps } from './driver-steps.ts';
import type { End } from './failpoint.ts';
import { type Prepared, Site } from './site.ts';
import type { UseCase } from './use-case.ts';

countDriverSteps();

/** With fewer, some go unseen: a use case looks for something, and changes it in more than one place. */
const STEPS_MIN = 4;
const LONG_ENOUGH_MS = 300_000;

type State = 'before' | 'after';

/** What a crash has left. */
interface Left extends Prepared {
  readonly where: string;
  readonly state: State;
}

/** Ends each use case before and after every one of its steps, on every backend. */
export function endAtEveryStep(useCases: readonly UseCase[]): void {
  describe.each(realStorages)('on $name', (storage) => {
    it.for(useCases)(
      'a crash anywhere in "$name" leaves all of it or nothing',
      { timeout: LONG_ENOUGH_MS },
      async (useCase, { annotate }) => {
        const site = await Site.of(storage);
        const steps = await stepsOf(site, useCase);
        expect(steps.length).toBeGreaterThanOrEqual(STEPS_MIN);

        const states = await crashEverywhere(site, useCase, steps);

        // One step decides: before it nothing shows, behind it everything.
        const undone = states.filter((state) => state === 'before').length;
        expect(states).toEqual(states.map((_, place) => (place < undone ? 'before' : 'after')));
        expect(new Set(states).size).toBe(2);
        await annotate(`${states.length} crashes at ${steps.length} steps: ${steps.join(' · ')}`);
      },
    );
  });
}

/** Undisturbed, it does what it is for. */
async function stepsOf(site: Site, useCase: UseCase): Promise<readonly string[]> {
  const prepared = await site.prepare(useCase);
  const { subject, storageUrl } = prepared;
  const { steps } = await site.crash(prepared);
  await site.present(storageUrl, async (application) => {
    expect(await subject.look(application)).toEqual(subject.after);
    expect(await application.check()).toEqual([]);
  });
  return steps;
}

/**
 * What is left after a step is what is left before the next. So the one is repeated at once, as a caller would do, and
 * the other after the storage was repaired, as an operator would do.
 */
async function crashEverywhere(site: Site, useCase: UseCase, steps: readonly string[]): Promise<readonly State[]> {
  const all: Left[] = [];
  for (const end of endsOf(steps)) all.push(await crashAt(site, useCase, steps, end));

  const storages = Map.groupBy(all, ({ storageUrl }) => storageUrl);
  for (const [storageUrl, left] of storages) {
    await site.present(storageUrl, async (application) => {
      await mend(application);
      for (const each of left) await finish(application, each);
    });
  }
  return all.map(({ state }) => state);
}

async function crashAt(site: Site, useCase: UseCase, steps: readonly string[], end: End): Promise<Left> {
  const prepared = await site.prepare(useCase);
  const { storageUrl, steps: taken, met } = await site.crash(prepared, end);
  const where = `${end.when} step ${end.step}, ${steps[end.step - 1]}`;
  expect(met, where).toBe(true);
  // A step may have others inside, which come behind it in the list and are over before it is.
  expect(taken, where).toEqual(steps.slice(0, taken.length));

  const crashed = { subject: prepared.subject, storageUrl, where };
  return site.present(storageUrl, async (application) => {
    const left = { ...crashed, state: await stateOf(application, crashed) };
    if (end.when === 'before') await repeat(application, left);
    return left;
  });
}

/** In the order in which they come. */
const endsOf = (steps: readonly string[]): readonly End[] =>
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

async function mend(application: Application): Promise<void> {
  expect((await application.check()).filter(({ repaired }) => !repaired)).toEqual([]);
  expect(await application.check()).toEqual([]);
}

/** To be repaired can complete what was not, and never undoes what was. */
async function finish(application: Application, left: Left): Promise<void> {
  const repaired = await stateOf(application, left);
  if (left.state === 'after') expect(repaired, `${left.where}, repaired`).toBe('after');
  await repeat(application, left);
  await left.subject.goOn(application);
}
