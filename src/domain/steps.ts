/** Long work that can pause: it yields wherever something else may go first, and returns its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** How many parts of a template are handled between two pauses: a few milliseconds, whatever the template. */
export const PARTS_PER_STEP = 2000;

/** Runs all steps without a pause. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
