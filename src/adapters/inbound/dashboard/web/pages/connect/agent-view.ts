import { LATEST, parseLabelOrLatest } from '../../../../../../domain/naming/label.ts';
import { parseTag, TAGS_MAX } from '../../../../../../domain/naming/tag.ts';

export const TOOL_SETS = ['read', 'write', 'none'] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/** The part of an account that an agent sees, fixed in the URL that it is configured with. */
export interface AgentView {
  /** A prompt must have all of them. */
  readonly tags: readonly string[];
  /** The empty folder is the top level; undefined is any folder. */
  readonly folder: string | undefined;
  /** The label to read; empty for the default rule. */
  readonly label: string;
  readonly tools: ToolSet;
}

/** Reads the view from the address. Missing and invalid values do not narrow it. */
export function readAgentView(params: URLSearchParams): AgentView {
  const tags = params.getAll('tag').filter((tag) => parseTag(tag));
  const tools = params.get('tools');
  return {
    tags: [...new Set(tags)].slice(0, TAGS_MAX),
    folder: params.get('folder') ?? undefined,
    label: parseLabelOrLatest(params.get('label') ?? '') ?? '',
    tools: TOOL_SETS.find((one) => one === tools) ?? 'read',
  };
}

/** Writes the query of the page's address and of the endpoint's URL, which have the same parameters. */
export function writeAgentView({ tags, folder, label, tools }: AgentView): URLSearchParams {
  const params = new URLSearchParams();
  for (const tag of tags) params.append('tag', tag);
  if (folder !== undefined) params.set('folder', folder);
  if (label !== '') params.set('label', label);
  if (tools !== 'read') params.set('tools', tools);
  return params;
}

export const isNarrowed = (view: AgentView): boolean => writeAgentView(view).size > 0;

export const isReadableLabel = (text: string): boolean => text === '' || parseLabelOrLatest(text) !== undefined;

export const COMMON_LABELS = ['production', 'staging', LATEST] as const;
