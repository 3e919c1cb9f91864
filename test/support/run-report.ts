import { z } from 'zod';

const failedFile = z.strictObject({
  project: z.string(),
  path: z.string(),
  firstFailure: z.string(),
});

/** The failures of a vitest run. A run that crashed writes no report. */
export const runReport = z.strictObject({
  failedFiles: z.array(failedFile),
  /** Errors outside any test. They belong to no file, so repeating a file proves nothing. */
  unhandledErrors: z.array(z.string()),
});

export type FailedFile = z.output<typeof failedFile>;
export type RunReport = z.output<typeof runReport>;
