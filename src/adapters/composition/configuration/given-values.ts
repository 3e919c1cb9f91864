import type { ConfigurationMistake } from './errors.ts';

/** A value as someone wrote it, not yet checked. */
export interface GivenValue {
  readonly path: string;
  readonly origin: string;
  readonly value: unknown;
}

/** The values of one source, and the mistakes found in it before any value is looked at. */
export interface GivenValues {
  readonly values: readonly GivenValue[];
  readonly mistakes: readonly ConfigurationMistake[];
}

export const nothingGiven: GivenValues = { values: [], mistakes: [] };

export const given = (value: GivenValue): GivenValues => ({ values: [value], mistakes: [] });

export const mistaken = (mistake: ConfigurationMistake): GivenValues => ({ values: [], mistakes: [mistake] });

export function together(parts: readonly GivenValues[]): GivenValues {
  return { values: parts.flatMap(({ values }) => values), mistakes: parts.flatMap(({ mistakes }) => mistakes) };
}
