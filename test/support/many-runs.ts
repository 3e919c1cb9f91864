/** For properties that are cheap to try. */
export const manyRuns = { numRuns: 10_000 };

/** On a busy machine so many runs outlast vitest's five seconds, which are meant for tests that hang. */
export const patient = { timeout: 60_000 };
