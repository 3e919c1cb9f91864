import { type Draft, sameWork } from './draft.ts';

/** A draft and what it began from. */
export interface UnsavedWork {
  readonly draft: Draft;
  readonly base: Draft;
  readonly baseVersion: number;
  /** The draft that was put aside to look at somebody else's. */
  readonly aside: Draft | undefined;
}

export const isDirty = ({ draft, base }: UnsavedWork): boolean => !sameWork(draft, base);

export const begin = (published: Draft, version: number): UnsavedWork => ({
  draft: published,
  base: published,
  baseVersion: version,
  aside: undefined,
});

/** When a newer version shows up: follows it, unless that would lose what somebody has written. */
export function follow(work: UnsavedWork | undefined, published: Draft, version: number): UnsavedWork {
  if (!work) return begin(published, version);
  if (version <= work.baseVersion) return work;
  if (isDirty(work) && !sameWork(work.draft, published)) return work;
  return { ...begin(published, version), aside: work.aside };
}

/** What was sent is now what is published; what was written while it was on its way stays unsaved. */
export const saved = (work: UnsavedWork, sent: Draft, version: number): UnsavedWork => ({
  ...work,
  base: sent,
  baseVersion: version,
});

/** Shows the newer version and keeps one's own within reach. */
export const loadTheirs = (work: UnsavedWork, published: Draft, version: number): UnsavedWork => ({
  ...begin(published, version),
  aside: work.draft,
});

/** Goes on with one's own, as a change of the newer version. */
export const keepMine = (work: UnsavedWork, published: Draft, version: number): UnsavedWork => ({
  ...work,
  base: published,
  baseVersion: version,
});

export const takeBack = (work: UnsavedWork): UnsavedWork => ({
  ...work,
  draft: work.aside ?? work.draft,
  aside: undefined,
});
