import { z } from 'zod';
import { messageText } from '../../../../../domain/templates/placeholder-values.ts';
import type { RenderedMessage } from '../../../../../domain/templates/prompt-content.ts';
import { isObject, type JsonObject } from '../../../../../domain/text/json.ts';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { readVersion, type VersionOptions } from '../../host/read-options.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { type ApiTools, promptPath, runWithApi } from './api-command.ts';
import { formatMessages, printContent } from './print-version.ts';
import { readValues, type ValueOptions } from './render-values.ts';

export interface RenderOptions extends JsonOption, VersionOptions, ValueOptions {
  readonly at?: string;
  readonly strict: boolean;
}

const rendering = z.object({
  text: z.string().optional(),
  messages: z.array(z.custom<RenderedMessage>(isObject)).optional(),
});

/** `prompthold prompt render` */
export async function renderPrompt(host: CommandHost, options: RenderOptions, name: string): Promise<number> {
  const path = `${promptPath(name)}/render`;
  const version = readVersion(options);
  const { variables, placeholders } = await readValues(host.terminal, options);
  const body = { ...version, at: options.at, variables, placeholders, strict: options.strict };
  return runWithApi(host, options, (tools) => printRendering(tools, path, body, options));
}

async function printRendering(
  { terminal, api }: ApiTools,
  path: string,
  body: { readonly variables: JsonObject },
  { json, var: texts = [] }: RenderOptions,
): Promise<void> {
  try {
    const { raw, data } = await api.send(rendering, 'POST', path, body);
    if (json) terminal.print(JSON.stringify(raw));
    else printContent(terminal, data.text ?? formatMessages((data.messages ?? []).map(toTexts)));
  } catch (error) {
    if (!(error instanceof ApiFailure) || texts.length === 0 || !hasWrongType(error)) throw error;
    throw error.withAdvice(NOT_A_STRING);
  }
}

const toTexts = (message: RenderedMessage) => ({ role: message.role, content: messageText(message) });

const NOT_A_STRING = '--var passes a string. For a number, true, false, null, a list or an object use --var-json.';

const hasWrongType = ({ fields }: ApiFailure): boolean =>
  fields.code === 'variables_invalid' && (fields.details ?? []).some(({ problem }) => problem === 'type');
