import type { Include, IncludedHead } from '../../../../application/ports/prompts/prompt-reader.ts';
import { invariant } from '../../../../domain/invariant.ts';
import { type IncludeTarget, parseIncludeTarget } from '../../../../domain/naming/include-target.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import type { PromptId, PromptName } from '../../../../domain/naming/prompt-name.ts';
import { printVersionSelector } from '../../../../domain/naming/version-selector.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionSummary } from '../../../../domain/prompts/prompt-version.ts';
import type { WriteId } from '../../../../domain/prompts/write-id.ts';
import { fromMoveRow, fromPromptRow, fromSummaryRow, fromVersionRow, promptType } from '../../rows/prompt-row.ts';
import type { UnreadRow } from '../../rows/row-fields.ts';
import { fieldsIn, type HashReply } from '../connection/hash-reply.ts';
import { LABEL_FIELD } from './prompt-keys.ts';

/** The body is empty when no content was requested, the settings when the row holds variables and config itself. */
export type VersionReply = readonly [number: string, publishedAt: string, row: string, body: string, settings: string];
/** The lock is that of the label that held the number of the version. */
export type ReadReply = readonly [prompt: HashReply, version: VersionReply | null, lock: string | null];
/** The type is empty when there is no such prompt, the length when there is no such version. */
export type IncludedHeadReply = readonly [
  type: string,
  storedBytes: string,
  id: PromptId,
  revision: string,
  writeId: WriteId,
];
export type IncludeReply = readonly [includer: PromptName, include: string];

/** Undefined for the reply of a hash that does not exist. */
export function toPrompt(reply: HashReply): Prompt | undefined {
  return reply.length === 0 ? undefined : fromPromptRow(toPromptRow(reply));
}

function toPromptRow(reply: HashReply): UnreadRow {
  const { row, labels } = separateLabels(reply);
  // Labels consist of characters that JSON writes as they are.
  return { ...row, labels: `{${labels.map(([label, version]) => `"${label}":${version}`).join()}}` };
}

/** Sorts the labels: Redis returns fields in any order, and an unchanged prompt must not look changed. */
export function separateLabels(reply: HashReply) {
  const row: Record<string, string> = {};
  const labels: [label: Label, version: string][] = [];
  for (const [field, value] of fieldsIn(reply)) {
    const label = labelIn(field);
    if (label === undefined) row[field] = value;
    else labels.push([label, value]);
  }
  return { row, labels: labels.sort(([one], [other]) => (one < other ? -1 : 1)) };
}

export const toVersion = (reply: VersionReply): PromptVersion => fromVersionRow(toVersionRow(reply));

/** Undefined for other fields of a prompt. */
export const labelIn = (field: string): Label | undefined =>
  field.startsWith(LABEL_FIELD) ? (field.slice(LABEL_FIELD.length) as Label) : undefined;

export const toSummary = (reply: VersionReply): VersionSummary => fromSummaryRow(toVersionRow(reply));

export const toVersionRow = ([version, published_at, row, body, settings]: VersionReply): UnreadRow =>
  Object.assign(JSON.parse(row), settings === '' ? undefined : JSON.parse(settings), { version, published_at, body });

const MOVE =
  /^(?<label>\S+) \S+ (?<moved_at>\S+) (?<version>\S+) (?<previous>\S+) (?<moved_by>[^\s{]+)(?<release>\S*) (?<message>.*)$/s;

export function toMoveRow(member: string): UnreadRow {
  const { version, previous, release, ...row } = MOVE.exec(member)?.groups ?? {};
  invariant(version !== undefined, 'a stored move has the form of one');
  const orNull = (text: string | undefined) => (text === '-' ? null : text);
  return { ...row, version: orNull(version), previous: orNull(previous), release: release || null };
}

export const toMove = (member: string): LabelMove => fromMoveRow(toMoveRow(member));

export const printInclude = ({ name, selector }: IncludeTarget): string =>
  `${name} ${selector ? printVersionSelector(selector) : ''}`;

export function toIncludedHead(reply: IncludedHeadReply | undefined): IncludedHead | undefined {
  if (!reply || reply[0] === '') return undefined;
  const [type, storedBytes, id, revision, writeId] = reply;
  return {
    id,
    revision: Number(revision),
    writeId,
    type: promptType({ type }),
    storedBytes: storedBytes === '' ? undefined : Number(storedBytes),
  };
}

export function toInclude([includer, include]: IncludeReply): Include {
  const [name, selector] = include.split(' ');
  const target = parseIncludeTarget(selector ? `${name}@${selector}` : `${name}`);
  invariant(target !== undefined, 'a stored include has the form of one');
  return { includer, target };
}
