/** For properties that are cheap to try. */
export const tenThousandRuns = { numRuns: 10_000 };

/** On a starved machine a test of a thousand steps outlasts what every other has, which is meant for tests that hang. */
export const longTimeout = { timeout: 600_000 };
