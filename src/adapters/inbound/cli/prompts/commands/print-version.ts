import { z } from 'zod';
import { visible } from '../../terminal/safe-output.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export const variable = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
});

/** `tone (string, optional, one of "kind", "brief", default "kind")` */
export function describeVariable({ name, type, required, ...rest }: z.output<typeof variable>): string {
  const choices = rest.enum && `one of ${rest.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  const fallback = rest.default === undefined ? undefined : `default ${JSON.stringify(rest.default)}`;
  const facts = [type, required ? 'required' : 'optional', choices, fallback].filter((fact) => fact !== undefined);
  return `${name} (${facts.join(', ')})${rest.description ? `: ${rest.description}` : ''}`;
}

/** Messages as they stand in a prompt file: each under a heading with its role. */
export const formatMessages = (messages: readonly Readonly<Record<string, string>>[]): string =>
  messages
    .map(({ role, content, placeholder }) =>
      placeholder === undefined ? `## ${role}\n\n${content}` : `## placeholder ${placeholder}`,
    )
    .join('\n\n');

/** Prints content for a file or another program as it is. Only a screen would obey its control characters. */
export function printContent(terminal: Terminal, content: string): void {
  const lines = content.replace(/\n$/, '');
  terminal.print(terminal.printsToScreen ? visible(lines) : lines);
}
