import type { NumberedPage, NumberedPrompts } from '../../../../application/prompts/catalog/list-numbered-page.ts';
import type { IncludeGraph } from '../../../../application/prompts/flatten-prompt.ts';
import type { AccountIdentity } from '../../../../domain/accounts/account.ts';
import { LATEST } from '../../../../domain/naming/label.ts';
import { DEFAULT_LABEL, type Prompt } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';
import type { PromptContent } from '../../../../domain/templates/prompt-content.ts';
import type { JsonObject } from '../../../../domain/text/json.ts';

/** A version as clients get it. */
export interface ServedVersion {
  readonly prompt: Prompt;
  readonly version: PromptVersion;
  /** Content in the notation of the client. */
  readonly content: PromptContent;
  readonly graph: IncludeGraph | undefined;
}

/** `name` is the one that the client asked for, which may be written differently here. */
export function presentPrompt({ prompt, version, content, graph }: ServedVersion, name: string) {
  const labels = [...prompt.labels].flatMap(([label, number]) => (number === version.version ? [label] : [])).sort();
  return {
    id: idOf(prompt.id, version.version),
    name,
    version: version.version,
    type: prompt.type,
    prompt: content.type === 'text' ? content.content : content.messages.map(presentMessage),
    config: version.config,
    labels: version.version === prompt.latestVersion ? [...labels, LATEST] : labels,
    tags: prompt.tags,
    commitMessage: version.message === '' ? null : version.message,
    resolutionGraph: graph ? presentGraph(graph) : null,
    createdAt: version.publishedAt.toISOString(),
    updatedAt: prompt.updatedAt.toISOString(),
    createdBy: 'API',
    projectId: prompt.owner,
    isActive: labels.includes(DEFAULT_LABEL),
  };
}

type Message = Extract<PromptContent, { readonly type: 'chat' }>['messages'][number];

/** A message has no `type`: some clients drop messages of a type that they do not know, and others reject them. */
const presentMessage = (message: Message) =>
  'placeholder' in message
    ? { type: 'placeholder', name: message.placeholder }
    : { role: message.role, content: message.content };

const idOf = (promptId: string, version: number): string => `${promptId}.${version}`;

type GraphVersion = IncludeGraph['root'];

const presentNode = ({ promptId, name, version }: GraphVersion) => ({ name, version, id: idOf(promptId, version) });

const presentGraph = ({ root, dependencies }: IncludeGraph) => ({
  root: presentNode(root),
  dependencies: Object.fromEntries(
    dependencies.map(({ of, includes }) => [idOf(of.promptId, of.version), includes.map(presentNode)]),
  ),
});

/** `name` is the one that the client filtered by, if it did. */
export function presentList({ prompts, total }: NumberedPrompts, { page, limit }: NumberedPage, name?: string) {
  const meta = { page, limit, totalItems: total, totalPages: Math.ceil(total / limit) };
  const data = prompts.map(({ prompt, latestConfig }) => presentListed(prompt, latestConfig, name));
  // Clients of different age read one or the other.
  return { data, meta, pagination: meta };
}

const presentListed = (prompt: Prompt, latestConfig: JsonObject, name: string = prompt.name) => ({
  name,
  type: prompt.type,
  versions: Array.from({ length: prompt.latestVersion }, (_, index) => index + 1),
  labels: [...[...prompt.labels.keys()].sort(), LATEST],
  tags: prompt.tags,
  lastUpdatedAt: prompt.updatedAt.toISOString(),
  lastConfig: latestConfig,
});

/** An account has one project, which is itself. */
export const presentProjects = ({ id, name }: AccountIdentity) => ({
  data: [{ id, name, organization: { id, name }, metadata: {} }],
});
