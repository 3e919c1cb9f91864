import { z } from 'zod';

const failedFile = z.strictObject({
  project: z.string(),
  path: z.string(),
  firstFailure: z.string(),
});

/** What failed in a run of vitest. A run that crashed leaves none. */
export const runReport = z.strictObject({
  failedFiles: z.array(failedFile),
  /** Errors outside of any test. No file can be blamed for them, so that running one again proves nothing. */
  unhandledErrors: z.array(z.string()),
});

export type FailedFile = z.output<typeof failedFile>;
export type RunReport = z.output<typeof runReport>;
