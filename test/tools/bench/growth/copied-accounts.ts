/** The number in the id of the first copied account: thirteen digits, as in every account id. */
export const FIRST_NUMBER = 1_000_000_000_000;
/** One account in 20 has 20 prompts, so there are as many prompts as accounts. */
export const OWNER_EVERY = 20;

/** The same number for small and large storages; otherwise more statistics would be counted for the large one. */
const QUERIED_ACCOUNTS = 50;

export const copiedAccountId = (index: number): string => `u_${FIRST_NUMBER + index}_bench0`;
export const copiedAccountEmail = (index: number): string => `bench${index}@example.com`;

/** Copies of one account; some of them also have copies of its prompts. */
export interface CopiedAccounts {
  readonly templateId: string;
  readonly accounts: number;
  /** Key digests of the accounts that are queried, by index. All of these have prompts. */
  readonly digests: ReadonlyMap<number, string>;
}

/** Evenly spread over the accounts with prompts. */
export function queriedIndexes(accounts: number): readonly number[] {
  const owners = accounts / OWNER_EVERY;
  const count = Math.min(QUERIED_ACCOUNTS, owners);
  return Array.from({ length: count }, (_, index) => OWNER_EVERY * Math.floor((index * owners) / count));
}
