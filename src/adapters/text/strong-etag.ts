/** Stands for a missing tag, and matches no prompt, so that no write goes unchecked. */
export const NO_STATE = '"unknown"';

/** The tag as the service sent it: a proxy that compresses weakens it (`W/`, nginx) or appends the encoding (Apache). */
export const strongEtag = (header: string | null): string =>
  header?.replace(/^W\//, '').replace(/-(gzip|br)"$/, '"') ?? NO_STATE;
