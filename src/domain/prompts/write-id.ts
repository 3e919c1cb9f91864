import type { Branded } from '../branded.ts';

/**
 * The random id of a write. A prompt, and an account for all of its prompts, stores that of its last write beside the
 * revision. A restore of an older backup, a copy or a failover that loses writes leads to other writes with the same
 * revisions: equal revisions with equal ids have the same history.
 */
export type WriteId = Branded<string, 'WriteId'>;

/** The last write was made by a release that recorded no ids. */
export const UNKNOWN_WRITE = '' as WriteId;

/** The state of all prompts of an account: while it is equal, so are they. Opaque. */
export type PromptsState = Branded<string, 'PromptsState'>;

/** `<revision>.<write id>` */
export const promptsStateOf = (revision: number, writeId: WriteId): PromptsState =>
  `${revision}.${writeId}` as PromptsState;

export const revisionIn = (state: PromptsState): number => Number.parseInt(state, 10);
