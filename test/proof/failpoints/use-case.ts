import type { Application } from './application.ts';

/** What has to be known of somebody to carry out a use case for them. In words, so that another process can. */
export type Facts = Readonly<Record<string, string>>;

/** Somebody who is about to carry out a use case, and what anybody can see of it then and later. */
export interface Subject {
  /** All that can be seen while nothing is done, and once all is. There is nothing in between. */
  readonly before: unknown;
  readonly after: unknown;
  /** What it is like now, as this application tells it. */
  look(application: Application): Promise<unknown>;
  run(application: Application): Promise<unknown>;
  /** Something else of the same kind: what a crash has left is in nobody's way. */
  goOn(application: Application): Promise<void>;
}

export interface UseCase {
  readonly name: string;
  /** True where it can be done only once in a storage. */
  readonly isFirst?: boolean;
  prepare(application: Application): Promise<Facts>;
  about(facts: Facts): Subject;
}
