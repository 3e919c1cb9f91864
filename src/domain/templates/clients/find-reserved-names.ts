import type { MessageTemplate, Placeholder, PromptTemplate } from '../prompt-content.ts';
import type { TemplateNode } from '../template.ts';
import type { NotExpressible } from './express-prompt.ts';

/** LangChain passes it to models itself. */
const RESERVED = 'stop';

const SAME_NAME = 'has the name of a placeholder, and LangChain takes one value for both';

/**
 * Variables that LangChain cannot take: one name is reserved, and it fills variables and placeholders from the same
 * values. Reports the first use of each name.
 */
export function findReservedNames(prompt: PromptTemplate): readonly NotExpressible[] {
  const parts: readonly (Pick<MessageTemplate, 'template'> | Placeholder)[] =
    prompt.type === 'text' ? [prompt] : prompt.messages;
  const placeholders = new Set<string>(parts.flatMap((part) => ('placeholder' in part ? part.placeholder : [])));
  const found = new Map<string, NotExpressible>();
  parts.forEach((part, index) => {
    if ('placeholder' in part) {
      if (part.placeholder === RESERVED) found.set(RESERVED, reserved(`messages.${index}.placeholder`, RESERVED, 1));
      return;
    }
    const path = prompt.type === 'text' ? 'content' : `messages.${index}.content`;
    for (const { name, tag, line } of findUses(part.template.nodes)) {
      if (found.has(name)) continue;
      if (name === RESERVED) found.set(name, reserved(path, tag, line));
      if (placeholders.has(name)) found.set(name, { path, tag, line, reason: SAME_NAME });
    }
  });
  return [...found.values()];
}

const reserved = (path: string, tag: string, line: number): NotExpressible => ({
  path,
  tag,
  line,
  reason: 'has a name that LangChain reserves',
});

interface Use {
  readonly name: string;
  readonly tag: string;
  readonly line: number;
}

/** Only texts contain line breaks. */
function findUses(nodes: readonly TemplateNode[]): readonly Use[] {
  const uses: Use[] = [];
  let line = 1;
  const visit = (node: TemplateNode): void => {
    if (node.kind === 'text') line += node.source.split('\n').length - 1;
    if (node.kind === 'variable') uses.push({ name: node.name, tag: node.source, line });
    if (node.kind !== 'section') return;
    uses.push({ name: node.name, tag: node.opening, line });
    node.body.forEach(visit);
  };
  nodes.forEach(visit);
  return uses;
}
