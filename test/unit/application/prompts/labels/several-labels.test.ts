import { describe, expect, it } from 'vitest';
import type { MoveLabelsRequest } from '../../../../../src/application/prompts/labels/move-labels.ts';
import { toName } from '../../../../support/builders/a-prompt.ts';
import { anAuthorWith, as } from '../../../../support/builders/an-author.ts';
import { through } from '../../../../support/builders/through.ts';
import { aPromptsApplication } from '../../../../support/in-memory/prompts-application.ts';

/** Three versions; the third breaks callers of the first two. */
async function anAuthorOfThree() {
  const author = await anAuthorWith({ plain: 'One {{a}}.' }, { labels: ['production'] });
  await author.mustPublish('plain', 'Two {{a}}.', { labels: ['staging'] });
  await author.mustPublish('plain', 'Three {{b}}.');
  const { moveLabels } = aPromptsApplication(author.prompts);
  const reference = { by: 'name', name: toName('plain') } as const;
  const move = (version: number, labels: readonly string[], more: Partial<MoveLabelsRequest> = {}) =>
    moveLabels.execute(author.owner, reference, { version, labels, by: through('api'), ...more });
  const find = () => author.mustFind('plain');
  return { author, move, find };
}

describe('moving several labels', () => {
  it('moves all of them in one revision, and leaves the others', async () => {
    const { author, move, find } = await anAuthorOfThree();
    const before = await find();

    const { prompt, version } = as('moved', await move(2, ['production', 'new', 'new']));

    expect(version.version).toBe(2);
    expect(prompt.labels).toEqual(new Map(Object.entries({ production: 2, staging: 2, new: 2 })));
    expect(prompt.revision).toBe(before.revision + 1);
    expect(as('listed', await author.history('plain', 'new')).moves).toMatchObject([{ by: 'api', message: '' }]);
    expect(as('listed', await author.history('plain', 'staging')).moves).toHaveLength(1);
  });

  it('writes nothing when all point there already, or when there are none', async () => {
    const { move, find } = await anAuthorOfThree();
    const before = await find();

    expect(as('moved', await move(1, ['production'])).prompt).toEqual(before);
    expect(as('moved', await move(3, [])).version.version).toBe(3);

    expect(await find()).toEqual(before);
  });

  it('moves none when one breaks callers, unless forced', async () => {
    const { move, find } = await anAuthorOfThree();
    const before = await find();

    expect(await move(3, ['new', 'production'])).toMatchObject({ kind: 'breaking' });
    expect(await find()).toEqual(before);
    expect(as('moved', await move(3, ['new', 'production'], { force: true })).prompt.pointsTo('latest')).toBe(3);
  });

  it('moves none when one is protected, even by force', async () => {
    const { author, move, find } = await anAuthorOfThree();
    await author.protect('production');
    const before = await find();

    for (const force of [false, true]) {
      const outcome = await move(3, ['new', 'production'], { force });
      expect(outcome).toEqual({ kind: 'protected', labels: ['production'] });
    }
    expect(await find()).toEqual(before);
    expect(as('moved', await move(3, ['production'], { by: through('dashboard'), force: true })).version.version).toBe(
      3,
    );
  });

  it('rejects version 0', async () => {
    const { move } = await anAuthorOfThree();

    expect(await move(0, ['new'])).toMatchObject({ kind: 'version-not-found', version: 0 });
  });

  it('rejects labels that cannot be set, with all problems', async () => {
    const { move } = await anAuthorOfThree();

    expect(await move(1, ['ok', 'latest', 'No!'])).toEqual({
      kind: 'invalid',
      problems: [
        { path: 'labels.1', problem: 'reserved' },
        { path: 'labels.2', problem: 'malformed' },
      ],
    });
  });
});
