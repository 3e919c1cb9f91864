import { describe, expect, it } from 'vitest';
import { PRODUCTION, STAGING } from '../../../../support/builders/a-prompt.ts';
import { anAccount } from '../../../../support/builders/an-account.ts';
import { through } from '../../../../support/builders/through.ts';
import { aPromptsApplication } from '../../../../support/in-memory/prompts-application.ts';

describe('ProtectLabels', () => {
  const owner = anAccount().id;

  it('sets the list, sorted and without duplicates', async () => {
    const { protectLabels, listProtectedLabels } = aPromptsApplication();

    const outcome = await protectLabels.execute(owner, ['staging', 'production', 'staging'], through('dashboard'));

    expect(outcome).toEqual({ kind: 'protected', labels: [PRODUCTION, STAGING] });
    expect(await listProtectedLabels(owner)).toEqual([PRODUCTION, STAGING]);
  });

  it('rejects latest, malformed labels and more than twenty, and changes nothing', async () => {
    const { protectLabels, listProtectedLabels } = aPromptsApplication();
    await protectLabels.execute(owner, ['staging'], through('dashboard'));
    const many = Array.from({ length: 21 }, (_, index) => `l${index}`);

    expect(await protectLabels.execute(owner, ['a', 'latest', 'B'], through('dashboard'))).toEqual({
      kind: 'invalid',
      problems: [
        { path: 'labels.1', problem: 'reserved' },
        { path: 'labels.2', problem: 'malformed' },
      ],
    });
    expect(await protectLabels.execute(owner, many, through('dashboard'))).toEqual({
      kind: 'invalid',
      problems: [{ path: 'labels', problem: 'too-many' }],
    });
    expect(await listProtectedLabels(owner)).toEqual([STAGING]);
  });

  it('applies both of two concurrent changes, one after the other', async () => {
    const { protectLabels, listProtectedLabels } = aPromptsApplication();

    const outcomes = await Promise.all([
      protectLabels.execute(owner, ['staging'], through('dashboard')),
      protectLabels.execute(owner, ['production'], through('dashboard')),
    ]);

    expect(outcomes.map(({ kind }) => kind)).toEqual(['protected', 'protected']);
    expect(await listProtectedLabels(owner)).toHaveLength(1);
  });
});
