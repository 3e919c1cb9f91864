import type { PromptChanges } from '../../../src/application/ports/prompts/prompt-changes.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Change } from '../../../src/domain/changes/change.ts';

/** Before every change. */
export const BEGINNING = { revision: 0, n: 0 };

interface Feeds {
  readonly prompts: { readonly changes: PromptChanges };
}

/** All changes of an account, oldest first. */
export const feedOf = async ({ prompts }: Feeds, owner: AccountId): Promise<readonly Change[]> =>
  (await prompts.changes.after(owner, BEGINNING, 1000)).changes;

/** The changes of the newest revision, without their positions. */
export async function newestChanges(feeds: Feeds, owner: AccountId) {
  const { changes, revision } = await feeds.prompts.changes.after(owner, BEGINNING, 1000);
  return changes.filter((change) => change.revision === revision).map(({ type, at, data }) => ({ type, at, data }));
}
