/** How much an account may store. Lowering a quota below the use refuses only new writes. */
export interface Quotas {
  readonly prompts: number;
  readonly versionsPerPrompt: number;
  /** Content that several versions have counts once. */
  readonly contentBytes: number;
}

export type QuotaName = keyof Quotas;

export const DEFAULT_QUOTAS: Quotas = {
  prompts: 100_000,
  versionsPerPrompt: 10_000,
  contentBytes: 1024 * 1024 * 1024,
};

/** How much an account stores of what a quota limits for the whole account. */
export interface StorageUse {
  readonly prompts: number;
  readonly contentBytes: number;
}

/** A write would have exceeded a quota, and changed nothing. */
export interface QuotaExceeded {
  readonly kind: 'quota-exceeded';
  readonly quota: QuotaName;
  /** The use before the write. */
  readonly used: number;
  readonly limit: number;
}

/** Whether versions up to this number are too many for a prompt that has `used` of them. */
export function findTooManyVersions(
  used: number,
  latest: number,
  { versionsPerPrompt: limit }: Pick<Quotas, 'versionsPerPrompt'>,
): QuotaExceeded | undefined {
  if (latest <= used || latest <= limit) return undefined;
  return { kind: 'quota-exceeded', quota: 'versionsPerPrompt', used, limit };
}
