/** For properties that are cheap to check. */
export const tenThousandRuns = { numRuns: 10_000 };

/** For tests of a thousand steps: on a busy machine they exceed the default timeout, which exists to detect hangs. */
export const longTimeout = { timeout: 600_000 };
