import type { MetadataChange, WriteCondition } from '../api/prompt-api.ts';
import type { RemotePrompt } from '../api/prompt-responses.ts';
import { hashOfFile } from '../files/file-hash.ts';
import { pathOf } from '../files/prompt-file-path.ts';
import { LOCK_FILE } from '../files/prompt-files-folder.ts';
import type { SoundFile } from '../files/read-prompt-files.ts';
import { findMetadataChange, NO_CHANGE } from '../lock/metadata-change.ts';
import type { LockEntry } from '../lock/prompt-lock.ts';

/** Action of a push on one file. */
export type Decision =
  | { readonly kind: 'publish'; readonly metadata: MetadataChange; readonly condition: WriteCondition | undefined }
  /** The content is a version already. `entry` says which, and becomes the file's entry in the lock. */
  | { readonly kind: 'keep'; readonly entry: LockEntry; readonly metadata: MetadataChange }
  /** A sentence about the prompt, with the cure. */
  | { readonly kind: 'conflict'; readonly problem: string };

/** Facts that the decision about one file depends on. */
export interface PushCase {
  readonly file: SoundFile;
  readonly entry: LockEntry | undefined;
  /** The newest version; undefined when there is no such prompt. */
  readonly remote: RemotePrompt | undefined;
  /** The name that the prompt of the entry has now, if it is another one. */
  readonly renamedTo: RemotePrompt['prompt']['name'] | undefined;
  /** The hash of the version that publishing the file would give. */
  readonly hash: string;
  /** False when only the service knows that version, because it infers variables from what the file includes. */
  readonly isCertain: boolean;
  readonly force: boolean;
  /** The newest version with this hash among those after a given one. */
  readonly findVersion: (id: string, hash: string, after: number) => Promise<number | undefined>;
}

type ExistingCase = PushCase & { readonly remote: RemotePrompt };

const CURE = 'Compare both with --dry-run, merge what is missing into the file, then push it with --force.';

export async function decide(given: PushCase): Promise<Decision> {
  const { remote, entry } = given;
  if (!remote) return decideWithoutPrompt(given);
  // Under another id it is another prompt, of which the lock knows nothing.
  return entry?.id === remote.id
    ? decideWithEntry({ ...given, remote, entry })
    : decideWithoutEntry({ ...given, remote });
}

function decideWithoutPrompt({ file, entry, renamedTo, force }: PushCase): Decision {
  if (!entry || force) {
    return { kind: 'publish', metadata: file.prompt, condition: force ? undefined : 'new' };
  }
  if (renamedTo !== undefined) {
    return conflict(
      `was renamed to ${renamedTo} on the service. Move the file to ${pathOf(renamedTo)}, or use --force to create a prompt of the old name.`,
    );
  }
  return conflict('was deleted on the service. Delete the file, or use --force to create the prompt again.');
}

/** The file equals a version, or it is not known whether it is an edit or just old. */
async function decideWithoutEntry(given: ExistingCase): Promise<Decision> {
  const { file, remote, hash, isCertain, force, findVersion } = given;
  const metadata = findMetadataChange(file.prompt, undefined, remote.prompt).change;
  const publish: Decision = { kind: 'publish', metadata, condition: force ? undefined : remote };
  if (hash === remote.hash) {
    return isCertain ? keep(given, remote.latestVersion, metadata) : publish;
  }
  const version = await findVersion(remote.id, hash, 0);
  // An old file has an old description, too: it is no reason to change the one on the service.
  if (version !== undefined) return keep(given, version, force ? metadata : NO_CHANGE);
  if (force) return publish;
  return conflict(
    `differs from every version on the service, and ${LOCK_FILE} does not say which of them it came from. ${CURE}`,
  );
}

async function decideWithEntry(given: ExistingCase & { readonly entry: LockEntry }): Promise<Decision> {
  const { file, entry, remote, isCertain, force } = given;
  const metadata = findMetadataChange(file.prompt, entry, remote.prompt);
  const isMoved = remote.latestVersion > entry.latestVersion;
  const publish: Decision = { kind: 'publish', metadata: metadata.change, condition: force ? undefined : remote };
  if (hashOfFile(file.prompt) === (entry.file ?? entry.hash)) {
    const isConflict = metadata.isConflict || (isMoved && metadata.change !== NO_CHANGE);
    if (isConflict && !force) return conflict(describeMove(given));
    // An included prompt may have changed, and with it the variables that the service infers.
    if (!isCertain && entry.version === remote.latestVersion) return publish;
    return { kind: 'keep', entry, metadata: metadata.change };
  }
  const version = await findPublished(given, isMoved);
  const isStale =
    isMoved && version !== remote.latestVersion && (version === undefined || metadata.change !== NO_CHANGE);
  if ((isStale || metadata.isConflict) && !force) return conflict(describeMove(given));
  return version === undefined ? publish : keep(given, version, metadata.change);
}

/** The version that an edited file equals already: the newest, or one published since, perhaps by an interrupted push. */
async function findPublished(
  { remote, entry, hash, findVersion }: ExistingCase & { readonly entry: LockEntry },
  isMoved: boolean,
): Promise<number | undefined> {
  if (hash === remote.hash) return remote.latestVersion;
  return isMoved ? findVersion(remote.id, hash, entry.latestVersion) : undefined;
}

/** Only the versions up to the one that the file equals count as known to its author. */
function keep({ file, entry, remote, hash }: ExistingCase, version: number, metadata: MetadataChange): Decision {
  const fileHash = hashOfFile(file.prompt);
  const latestVersion = Math.max(version, entry?.id === remote.id ? entry.latestVersion : 0);
  const { description, tags } = remote.prompt;
  return {
    kind: 'keep',
    entry: {
      id: remote.id,
      version,
      hash,
      latestVersion,
      description,
      tags,
      file: fileHash === hash ? undefined : fileHash,
    },
    metadata,
  };
}

function describeMove({ remote, entry }: ExistingCase & { readonly entry: LockEntry }): string {
  const { latestVersion } = remote;
  if (latestVersion === entry.latestVersion) {
    return `has a description or tags that were changed both in the file and on the service. ${CURE}`;
  }
  const known = `${LOCK_FILE} knows version ${entry.latestVersion}`;
  return `was edited, but version ${latestVersion} has been published since (${known}). ${CURE}`;
}

const conflict = (problem: string): Decision => ({ kind: 'conflict', problem });
