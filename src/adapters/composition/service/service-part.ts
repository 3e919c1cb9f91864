import type { Peers } from '../wiring/compose-service.ts';

/** The part of a service that one process runs. */
export interface ServicePart {
  /** Its number, for the log. Undefined if it is the only one. */
  readonly worker: number | undefined;
  /** The first process brings the storage to its schema, opens the first account and prints the banner, before others begin. */
  readonly isFirst: boolean;
  /** Undefined if there are no other processes. */
  readonly peers: Peers | undefined;
  /** Calls `start` when this process has to do what only one process does at a time. */
  onLead(start: () => void): void;
  /** Reports that this process serves requests. */
  ready(): void;
}

/** The part of the only process of a service: everything. */
export const wholeService = (report: (text: string) => void): ServicePart => ({
  worker: undefined,
  isFirst: true,
  peers: undefined,
  onLead: (start) => start(),
  ready: () => report(`ready in ${Math.round(performance.now())} ms`),
});
