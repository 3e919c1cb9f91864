import type { ConfigurationMistake } from './errors.ts';

/** A value as someone wrote it, not yet checked. */
export interface SourceValue {
  readonly path: string;
  readonly origin: string;
  readonly value: unknown;
}

/** The values of one source, and the mistakes found in it before any value is looked at. */
export interface SourceValues {
  readonly values: readonly SourceValue[];
  readonly mistakes: readonly ConfigurationMistake[];
}

export const noValues: SourceValues = { values: [], mistakes: [] };

export const oneValue = (value: SourceValue): SourceValues => ({ values: [value], mistakes: [] });

export const oneMistake = (mistake: ConfigurationMistake): SourceValues => ({ values: [], mistakes: [mistake] });

export function mergeSources(parts: readonly SourceValues[]): SourceValues {
  return { values: parts.flatMap(({ values }) => values), mistakes: parts.flatMap(({ mistakes }) => mistakes) };
}
