import type { RecordedExample } from '../../../src/adapters/inbound/api/docs/recorded-examples.ts';
import { fillIn } from './record-examples.ts';

const SERVICE = 'http://127.0.0.1:3000';
const WIDTH = 120;

/** The request as a command, and the body of the response. */
export function exampleText(method: string, path: string, needsKey: boolean, example: RecordedExample): string {
  const { parameters, body, response } = example;
  const text = body && printBody(body.value);
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl ${isImplied ? '' : `-X ${method} `}${quote(`${SERVICE}${fillIn(path, parameters)}`)}`,
    ...(needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(body ? [`-H 'Content-Type: ${body.type}'`, `-d ${quote(text ?? '')}`] : []),
  ];
  const shown = response
    ? fence(response.type === 'text/event-stream' ? 'text' : 'json', printBody(response.value))
    : `Responds ${example.status} without a body.`;
  return `${fence('console', joinParts(parts))}\n\n${shown}`;
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

const joinParts = (parts: readonly string[]): string => {
  const line = parts.join(' ');
  return line.length <= WIDTH && !line.includes('\n') ? line : parts.join(' \\\n  ');
};

/** For a shell. */
const quote = (text: string): string => (/^[\w:/.%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const printBody = (value: unknown): string => (typeof value === 'string' ? value.trimEnd() : printJson(value));

/** JSON with as much on one line as fits. */
function printJson(value: unknown, indent = '', reserved = 0): string {
  const line = printLine(value);
  if (indent.length + reserved + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((member) => printJson(member, inner))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${key}${printJson(member, inner, key.length)}`;
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${members.map((member) => `${inner}${member}`).join(',\n')}\n${indent}${close}`;
}

function printLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${printLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
