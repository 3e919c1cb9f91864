import { type Label, type LabelOrLatest, parseLabel, parseLabelOrLatest } from '../../../../domain/naming/label.ts';
import { parseTag, type Tag } from '../../../../domain/naming/tag.ts';
import { parseVersionNumber } from '../../../../domain/naming/version-selector.ts';
import { isMessage, MESSAGE_CHARACTERS_MAX } from '../../../../domain/prompts/prompt-version.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';

export interface VersionOptions {
  readonly label?: string;
  readonly version?: string;
}

/** The fields of a request that select a version. */
export function readVersion({ label, version }: VersionOptions): { label?: string; version?: number } {
  if (label !== undefined && version !== undefined) {
    throw new WrongUsage('--label and --version cannot be used together');
  }
  if (label !== undefined) return { label: readLabel(label) };
  return version === undefined ? {} : { version: readVersionNumber('--version', version) };
}

export function readVersionNumber(what: string, text: string): number {
  const version = parseVersionNumber(text);
  if (version === undefined) throw new WrongUsage(`${what} must be the number of a version`);
  return version;
}

export function readLabel(text: string): LabelOrLatest {
  const label = parseLabelOrLatest(text);
  if (!label) throw new WrongUsage(`--label ${text}: a label is a-z, then a-z, 0-9 or . _ -`);
  return label;
}

/** Parses a label that the command will move. */
export function readMovableLabel(text: string): Label {
  const label = parseLabel(text);
  if (!label) throw new WrongUsage(`--label ${text}: a label is a-z, then a-z, 0-9 or . _ -, not latest`);
  return label;
}

export function checkMessage(message: string | undefined): void {
  if (message !== undefined && !isMessage(message)) {
    throw new WrongUsage(`--message has more than ${MESSAGE_CHARACTERS_MAX} characters`);
  }
}

/** Parses `--limit`; undefined means no limit. */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongUsage('--limit must be a whole number of at least 1');
  return Number(text);
}

export function readTag(text: string): Tag {
  const tag = parseTag(text);
  if (!tag) throw new WrongUsage(`--tag ${text}: a tag is a-z or 0-9, then a-z, 0-9 or . _ -`);
  return tag;
}
