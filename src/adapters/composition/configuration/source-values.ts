import type { ConfigurationMistake } from './errors.ts';

/** A value as someone wrote it, not yet checked. */
export interface SourceValue {
  readonly path: string;
  readonly origin: string;
  readonly value: unknown;
}

/** An entry of one source: a value, or a mistake found before any value is looked at. */
export type SourceEntry = SourceValue | ConfigurationMistake;

export const isMistake = (entry: SourceEntry): entry is ConfigurationMistake => 'problem' in entry;

export const isValue = (entry: SourceEntry): entry is SourceValue => 'value' in entry;
