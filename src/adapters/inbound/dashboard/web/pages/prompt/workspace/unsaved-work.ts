import { type Draft, isSameDraft } from './draft.ts';

/** A published version as a draft without changes. */
export interface PublishedDraft {
  readonly draft: Draft;
  readonly version: number;
  /** ETag of the prompt when this version was its latest. */
  readonly etag: string;
}

/** A draft and the version it is based on. */
export interface UnsavedWork {
  readonly draft: Draft;
  readonly base: PublishedDraft;
  /** The user's own draft while they look at a newer version. */
  readonly setAside: Draft | undefined;
  /** Says what the next version changes. */
  readonly message: string;
}

export const isDirty = ({ draft, base }: UnsavedWork): boolean => !isSameDraft(draft, base.draft);

export const startFrom = (published: PublishedDraft): UnsavedWork => ({
  draft: published.draft,
  base: published,
  setAside: undefined,
  message: '',
});

/** Moves on to a newer published version, unless that would overwrite unsaved changes. */
export function followPublished(work: UnsavedWork | undefined, published: PublishedDraft): UnsavedWork {
  if (!work) return startFrom(published);
  if (published.version <= work.base.version) return work;
  if (isDirty(work) && !isSameDraft(work.draft, published.draft)) return work;
  return { ...startFrom(published), setAside: work.setAside, message: work.message };
}

/** The draft that was sent is published; changes made while it was sent stay unsaved. */
export const markSaved = (work: UnsavedWork, sent: PublishedDraft): UnsavedWork => ({
  ...work,
  base: sent,
  message: '',
});

/** Shows the newer version and sets the user's own draft aside. */
export const loadTheirs = (work: UnsavedWork, published: PublishedDraft): UnsavedWork => ({
  ...startFrom(published),
  setAside: work.draft,
  message: work.message,
});

/** Keeps the user's own draft, now as a change of the newer version. */
export const keepMine = (work: UnsavedWork, published: PublishedDraft): UnsavedWork => ({ ...work, base: published });

export const restoreSetAside = (work: UnsavedWork): UnsavedWork => ({
  ...work,
  draft: work.setAside ?? work.draft,
  setAside: undefined,
});

export const discardSetAside = (work: UnsavedWork): UnsavedWork => ({ ...work, setAside: undefined });
