import type { Channel } from '../../../../../../domain/channel.ts';
import type { ChangeEvent } from '../../api/activity/change-events.ts';

/** A part of a sentence; with an address, it is a link. */
export interface Segment {
  readonly text: string;
  readonly href?: string;
}

type EventOf<Type extends ChangeEvent['type']> = Extract<ChangeEvent, { readonly type: Type }>['data'];

/** Describes what happened in one sentence without a full stop. */
export function describeEvent(event: ChangeEvent): readonly Segment[] {
  switch (event.type) {
    case 'prompt.created':
      return describeCreated(event.data);
    case 'prompt.changed':
      return describeChanged(event.data);
    case 'version.published':
      return describePublished(event.data);
    case 'label.moved':
      return describeMoved(event.data);
    case 'prompt.deleted':
      return [plain(`${event.data.name} was deleted with ${countVersions(event.data.latestVersion)}`)];
    case 'protection.changed':
      return [plain(describeProtection(event.data))];
    default:
      return event satisfies never;
  }
}

/** Why, in the author's words; empty if there is no reason. */
export const messageOf = (event: ChangeEvent): string =>
  event.type === 'version.published' || event.type === 'label.moved' ? event.data.message : '';

const CHANNELS: Readonly<Record<Channel, string>> = {
  api: 'API',
  dashboard: 'Dashboard',
  cli: 'Command line',
  mcp: 'MCP',
};

export const channelName = (channel: Channel): string => CHANNELS[channel];

const plain = (text: string): Segment => ({ text });

interface OfPrompt {
  readonly promptId: string;
  readonly name: string;
}

const promptLink = ({ promptId, name }: OfPrompt): Segment => ({ text: name, href: `/prompts/${promptId}` });

/** Links to the comparison of the two versions. */
const comparisonLink = ({ promptId }: OfPrompt, text: string, from: number, to: number): Segment => ({
  text,
  href: `/prompts/${promptId}?tab=versions&from=${Math.min(from, to)}&to=${Math.max(from, to)}`,
});

function describeCreated(data: EventOf<'prompt.created'>): readonly Segment[] {
  if (data.imported) return [promptLink(data), plain(` was imported with ${countVersions(data.version)}`)];
  return [promptLink(data), plain(` was created as a ${data.type} prompt`)];
}

const FIELDS = { name: 'name', description: 'description', tags: 'tags', archived: 'archive status' } as const;

function describeChanged(data: EventOf<'prompt.changed'>): readonly Segment[] {
  const others = data.changed.filter((field) => field !== 'name').map((field) => FIELDS[field]);
  if (data.previousName === undefined) {
    const fields = data.changed.map((field) => FIELDS[field]);
    return [plain(`The ${joinWords(fields)} of `), promptLink(data), plain(' changed')];
  }
  const rest = others.length === 0 ? '' : `; its ${joinWords(others)} changed too`;
  return [plain(`${data.previousName} was renamed to `), promptLink(data), ...(rest === '' ? [] : [plain(rest)])];
}

function describePublished(data: EventOf<'version.published'>): readonly Segment[] {
  const { version, restoredFrom, imported } = data;
  const verb = imported ? ' was imported' : ' was published';
  const origin = restoredFrom === null ? '' : `, restored from version ${restoredFrom}`;
  return [
    comparisonLink(data, `Version ${version}`, version - 1, version),
    plain(' of '),
    promptLink(data),
    plain(`${verb}${origin}`),
  ];
}

function describeMoved(data: EventOf<'label.moved'>): readonly Segment[] {
  const { label, version, previous, rollback } = data;
  if (version === null) {
    const former = previous === null ? '' : `; it pointed to version ${previous}`;
    return [plain(`${label} was removed from `), promptLink(data), ...(former === '' ? [] : [plain(former)])];
  }
  if (previous === null) return [plain(`${label} of `), promptLink(data), plain(` was set to version ${version}`)];
  if (version === previous) {
    const what = rollback ? 'rolled back' : 'updated';
    return [plain(`The includes of ${label} of `), promptLink(data), plain(` were ${what} at version ${version}`)];
  }
  return [
    plain(`${label} of `),
    promptLink(data),
    plain(rollback ? ' was rolled back from ' : ' moved from '),
    comparisonLink(data, `version ${previous} to ${version}`, previous, version),
  ];
}

function describeProtection({ added, removed }: EventOf<'protection.changed'>): string {
  const parts = [
    ...(added.length === 0 ? [] : [`${joinWords(added)} ${isOrAre(added)} now protected`]),
    ...(removed.length === 0 ? [] : [`${joinWords(removed)} ${isOrAre(removed)} no longer protected`]),
  ];
  return parts.join('; ') || 'The protected labels were saved again';
}

const isOrAre = (names: readonly string[]): string => (names.length === 1 ? 'is' : 'are');

const countVersions = (count: number): string => (count === 1 ? '1 version' : `${count} versions`);

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
