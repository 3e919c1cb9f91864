import type { MetadataChange } from '../api/prompt-api.ts';
import type { FilePrompt, WrittenPrompt } from '../files/prompt-file.ts';
import type { LockEntry } from './prompt-lock.ts';

export const NO_CHANGE: MetadataChange = {};

interface MetadataFinding {
  /** Change by the author of the file; NO_CHANGE if there is none. */
  readonly change: MetadataChange;
  /** Whether any of it was changed on the service as well, to something else. */
  readonly isConflict: boolean;
}

type Metadata = Pick<FilePrompt, 'description' | 'tags'>;

/** Compares what a file says with what it said before. Without an entry, everything that differs is a change. */
export function findMetadataChange(
  written: Pick<WrittenPrompt, 'description' | 'tags'>,
  entry: LockEntry | undefined,
  remote: Metadata,
): MetadataFinding {
  const { description, tags } = written;
  const isDescribed = description !== undefined && ![entry?.description, remote.description].includes(description);
  const isTagged = tags !== undefined && !(entry && isSame(tags, entry.tags)) && !isSame(tags, remote.tags);
  if (!isDescribed && !isTagged) return { change: NO_CHANGE, isConflict: false };
  return {
    change: { ...(isDescribed && { description }), ...(isTagged && { tags }) },
    isConflict:
      (isDescribed && entry !== undefined && entry.description !== remote.description) ||
      (isTagged && entry !== undefined && !isSame(entry.tags, remote.tags)),
  };
}

/** Whether a file says the same as its entry; what it leaves out counts as the same. */
export const isSameMetadata = ({ description, tags }: MetadataChange, known: Metadata): boolean =>
  (description ?? known.description) === known.description && isSame(tags ?? known.tags, known.tags);

/** The order of tags has no meaning. */
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();
