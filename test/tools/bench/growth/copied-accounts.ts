/** Of an account that was not opened but copied. Thirteen digits, as every account id has. */
export const FIRST_NUMBER = 1_000_000_000_000;
/** Every one of so many has prompts, and has so many of them: there are as many prompts as accounts. */
export const OWNER_EVERY = 20;

/** Those who are asked for: as many in a small storage as in a large one, or the statistics of more would be counted too. */
const ASKED = 50;

export const crowdId = (place: number): string => `u_${FIRST_NUMBER + place}_bench0`;
export const crowdEmail = (place: number): string => `bench${place}@example.com`;

/** Copies of one account, and of its prompts for some of them. */
export interface Crowd {
  readonly templateId: string;
  readonly accounts: number;
  /** Whose keys are known, by their digests. All of them have prompts. */
  readonly digests: ReadonlyMap<number, string>;
}

/** Spread evenly over all that have prompts. */
export function askedPlaces(accounts: number): readonly number[] {
  const owners = accounts / OWNER_EVERY;
  const asked = Math.min(ASKED, owners);
  return Array.from({ length: asked }, (_, index) => OWNER_EVERY * Math.floor((index * owners) / asked));
}
