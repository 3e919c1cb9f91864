import { type BodyMessage, type BodyOutcome, JOINT } from '../file-body.ts';

const ROLE_LINE = /^\s*(System|User|Assistant):/;
export const HAS_ROLE_LINE = /^[ \t]*(?:System|User|Assistant):/m;

/**
 * Cuts a body into messages at lines that begin with `System:`, `User:` or `Assistant:`. Text before the first of them
 * is the user's. LiteLLM removes the white space around every line of a message.
 */
export function readLitellmBody(body: string, firstLine: number): BodyOutcome {
  const lines = body.split('\n').map((line) => line.trim());
  const starts = lines.flatMap((line, index) => (ROLE_LINE.test(line) ? [index] : []));
  if (starts.length === 0) {
    const { text, line } = trim(body.split('\n'), firstLine);
    return { kind: 'body', body: { type: 'text', text, line }, losses: [] };
  }
  const before = toMessage('User', lines.slice(0, starts[0]), firstLine);
  const messages = starts.map((start, index) => {
    const [prefix = '', role = ''] = ROLE_LINE.exec(lines[start] ?? '') ?? [];
    const rest = (lines[start] ?? '').slice(prefix.length).trim();
    const first = rest === '' ? '' : JOINT + rest;
    return toMessage(role, [first, ...lines.slice(start + 1, starts[index + 1])], firstLine + start);
  });
  const parts = [before, ...messages].filter(({ text }) => text !== '');
  return { kind: 'body', body: { type: 'chat', parts }, losses: [] };
}

const toMessage = (role: string, lines: readonly string[], firstLine: number): BodyMessage => ({
  role: role.toLowerCase(),
  ...trim(lines, firstLine),
});

/** Removes white space around the text, as LiteLLM does. */
function trim(lines: readonly string[], firstLine: number): { readonly text: string; readonly line: number } {
  const first = lines.findIndex((line) => line.trim() !== '');
  return { text: lines.join('\n').trim(), line: firstLine + Math.max(0, first) };
}
