import type { Application } from './application.ts';

/** The parameters of a use case. Strings, so that another process can run it. */
export type Facts = Readonly<Record<string, string>>;

/** A prepared use case, with its observable state before and after. */
export interface Subject {
  /** The only two observable states: nothing is done, or everything is. */
  readonly before: unknown;
  readonly after: unknown;
  /** Reads the current state through this application. */
  look(application: Application): Promise<unknown>;
  run(application: Application): Promise<unknown>;
  /** Runs a similar use case, which the remains of a crash must not block. */
  continueNormally(application: Application): Promise<void>;
}

export interface UseCase {
  readonly name: string;
  /** True if it can run only once per storage. */
  readonly isFirst?: boolean;
  prepare(application: Application): Promise<Facts>;
  about(facts: Facts): Subject;
}
