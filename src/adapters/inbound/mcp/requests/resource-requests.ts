import { printChatBody } from '../../../../domain/prompts/chat-body.ts';
import type { PromptContent } from '../../../../domain/templates/prompt-content.ts';
import type { ListPage, PromptReading, PromptSummary } from '../access/prompt-access.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope } from '../access/request-scope.ts';
import { summarize } from '../prompts/summarize.ts';
import { collectPage } from './list-page.ts';
import { readPrompt } from './read-prompt.ts';

const SCHEME = 'prompt://';
const MARKDOWN = 'text/markdown';

export const RESOURCE_TEMPLATE = {
  uriTemplate: `${SCHEME}{+name}`,
  name: 'prompt',
  description: 'The template of a prompt as written. Append @label or @version to the name to select a version.',
  mimeType: MARKDOWN,
};

/** `resources/list`: the same prompts as `prompts/list`. */
export async function listResources({ access, view }: RequestScope, cursor?: string) {
  const list = (page: ListPage) => access.list(page);
  const { items, nextCursor } = await collectPage(list, { view, cursor }, presentResource);
  return { resources: items, ...(nextCursor !== undefined && { nextCursor }) };
}

function presentResource({ name, description }: PromptSummary) {
  const summary = summarize(description);
  return {
    uri: `${SCHEME}${name}`,
    name,
    ...(summary !== undefined && { description: summary }),
    mimeType: MARKDOWN,
  };
}

/** Undefined if there is no such prompt, label or version. */
export async function readResource(scope: RequestScope, uri: string) {
  const reading = await findReading(scope, uri);
  if (!reading) return undefined;
  scope.access.countRead(reading);
  return { contents: [{ uri, mimeType: MARKDOWN, text: printContent(reading.version.content) }] };
}

async function findReading(scope: RequestScope, uri: string): Promise<PromptReading | undefined> {
  const name = parseUri(uri);
  if (name === undefined) return undefined;
  try {
    return await readPrompt(scope, name);
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 404) return undefined;
    throw error;
  }
}

/** Clients may encode the slashes of a name and the @. */
function parseUri(uri: string): string | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  try {
    return decodeURIComponent(uri.slice(SCHEME.length));
  } catch {
    return undefined;
  }
}

/** A chat begins with its first heading: the blank line before it belongs to the front matter of files. */
const printContent = (content: PromptContent): string =>
  content.type === 'text' ? content.content : printChatBody(content.messages).replace(/^\n/, '');
