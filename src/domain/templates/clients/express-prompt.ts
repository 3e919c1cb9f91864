import { PROBLEMS_MAX, type Problem } from '../../problem.ts';
import { type PromptContent, type PromptTemplate, templatesOf } from '../prompt-content.ts';
import type { Template } from '../template.ts';
import { variableUses } from '../template-uses.ts';
import { type Finding, NotationWriter, type PrintInclude } from './notation-writer.ts';
import { NOTATIONS, type TemplateClient } from './template-client.ts';

export type ExpressOutcome =
  /** The content in the notation of the client, which renders it as we do. */
  | { readonly kind: 'expressed'; readonly content: PromptContent }
  | { readonly kind: 'not-expressible'; readonly findings: readonly NotExpressible[] };

/** Something that a client would render differently. */
export interface NotExpressible extends Finding {
  /** `content`, `messages.2.content` or `messages.2.role`. */
  readonly path: string;
}

export interface ExpressOptions {
  /** Prints includes in content that still has them, such as an export. If left out, content must be flattened. */
  readonly printInclude?: PrintInclude;
  /** The names that callers may send besides those that the templates use. */
  readonly declared?: readonly string[];
}

/** Writes a prompt in the notation of a client, unless the client would render it differently. */
export function expressPrompt(
  prompt: PromptTemplate,
  client: TemplateClient,
  { printInclude, declared = [] }: ExpressOptions = {},
): ExpressOutcome {
  const notation = NOTATIONS[client];
  const used = variableUses(templatesOf(prompt), () => undefined).map(({ name }) => name);
  const names: ReadonlySet<string> = new Set([...used, ...declared]);
  const findings: NotExpressible[] = [];
  const write = (path: string, template: Template): string => {
    const writer = new NotationWriter(notation, names, printInclude);
    const text = writer.write(template);
    findings.push(...writer.findings.map((finding) => ({ path, ...finding })));
    return text;
  };

  const content = writeContent(prompt, write);
  findings.push(...findMissingRoles(prompt, client));
  if (findings.length === 0) return { kind: 'expressed', content };
  return { kind: 'not-expressible', findings: findings.slice(0, PROBLEMS_MAX) };
}

/** Converts a finding for the details of an error response. */
export const describeFinding = ({ path, tag, line, reason }: NotExpressible): Problem & { readonly text: string } => ({
  path,
  problem: 'not-expressible',
  text: `${tag} (line ${line}) ${reason}`,
});

function writeContent(prompt: PromptTemplate, write: (path: string, template: Template) => string): PromptContent {
  if (prompt.type === 'text') return { type: 'text', content: write('content', prompt.template) };
  const messages = prompt.messages.map((message, index) =>
    'placeholder' in message
      ? message
      : { role: message.role, content: write(`messages.${index}.content`, message.template) },
  );
  return { type: 'chat', messages };
}

function findMissingRoles(prompt: PromptTemplate, client: TemplateClient): readonly NotExpressible[] {
  const { clientName, missingRoles } = NOTATIONS[client];
  if (prompt.type === 'text' || missingRoles.length === 0) return [];
  return prompt.messages.flatMap((message, index) => {
    if ('placeholder' in message || !missingRoles.includes(message.role)) return [];
    const path = `messages.${index}.role`;
    return [{ path, tag: message.role, line: 1, reason: `is a role that ${clientName} does not have` }];
  });
}
