import type { Prompt } from '@modelcontextprotocol/server';
import type { ListPage, PromptReading, PromptSummary, WithVariables } from '../access/prompt-access.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope } from '../access/request-scope.ts';
import {
  type Completion,
  completeArgument,
  describeArguments,
  fillPlaceholders,
  toArguments,
  toValues,
} from '../prompts/prompt-arguments.ts';
import { type PromptMessage, toMessages } from '../prompts/prompt-messages.ts';
import { summarize } from '../prompts/summarize.ts';
import { collectPage } from './list-page.ts';
import { readPrompt } from './read-prompt.ts';

/** `prompts/list`. */
export async function listPrompts({ access, view }: RequestScope, cursor?: string) {
  const list = (page: ListPage) => access.listWithVariables(page);
  const { items, nextCursor } = await collectPage(list, { view, cursor }, presentPrompt);
  return { prompts: items, ...(nextCursor !== undefined && { nextCursor }) };
}

/** No title: one with a space breaks the commands of some clients. */
function presentPrompt({ name, description, variables }: PromptSummary & WithVariables): Prompt {
  const summary = summarize(description);
  return {
    name,
    ...(summary !== undefined && { description: summary }),
    ...(variables.length > 0 && { arguments: [...toArguments(variables)] }),
  };
}

/** `prompts/get`. */
export async function getPrompt(scope: RequestScope, name: string, given: Readonly<Record<string, string>> = {}) {
  const reading = await readPrompt(scope, name);
  const { prompt, version } = reading;
  const messages = await renderMessages(scope, reading, given);
  scope.access.countRead(reading);
  const description = summarize(prompt.description);
  return {
    ...(description !== undefined && { description }),
    messages,
    _meta: { 'prompthold/version': version.version, 'prompthold/hash': version.hash },
  };
}

async function renderMessages(
  { access }: RequestScope,
  reading: PromptReading,
  given: Readonly<Record<string, string>>,
): Promise<PromptMessage[]> {
  const { content, variables } = reading.version;
  const values = { variables: toValues(variables, given), placeholders: fillPlaceholders(content) };
  try {
    return [...toMessages(await access.render(reading, values))];
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const { status, body } = error;
    if (body.code !== 'variables_invalid') throw error;
    throw new RequestFailure(status, body, describeArguments(body.details ?? [], variables));
  }
}

/** `completion/complete` for an argument of a prompt. Clients ask while people type: what cannot be completed is no error. */
export async function completePromptArgument(
  scope: RequestScope,
  name: string,
  argument: { readonly name: string; readonly value: string },
): Promise<Completion> {
  try {
    const { version } = await readPrompt(scope, name);
    const variable = version.variables.find((each) => each.name === argument.name);
    return completeArgument(variable, argument.value);
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 404) return { values: [] };
    throw error;
  }
}
