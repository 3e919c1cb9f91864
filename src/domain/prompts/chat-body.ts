import { type MessageInput, ROLES, type Role } from '../templates/prompt-content.ts';
import type { FileProblem } from './file-problem.ts';

export interface ChatBody {
  readonly messages: readonly MessageInput[];
  /** The line of each message on which its content begins, or on which the placeholder stands. */
  readonly lines: readonly number[];
  readonly problems: readonly FileProblem[];
}

const HEADINGS = [...ROLES, 'placeholder'].join('|');
const HEADING_LIKE = new RegExp(`^## (?:${HEADINGS})(?:\\s|$)`);
const ESCAPED = new RegExp(`^\\\\+## (?:${HEADINGS})(?:\\s|$)`);
const MESSAGE_HEADING = new RegExp(`^## (${ROLES.join('|')})\\s*$`);
const PLACEHOLDER_HEADING = /^## placeholder\s+(\S+)\s*$/;

/**
 * The messages of a chat as the body of a file:
 *
 *     ## system
 *
 *     You are helpful.
 *
 *     ## placeholder history
 *
 *     ## user
 *
 *     {{question}}
 *
 * One blank line after a heading, one before the next heading, and the line break at the end of the file belong to
 * the form; all else belongs to the message, to the byte. Only `\n` ends a line. A line of a message that begins like
 * a heading has a backslash in front, and so has one that begins with backslashes and then like a heading.
 */
export function printChatBody(messages: readonly MessageInput[]): string {
  return messages.map((message) => `\n${printMessage(message)}\n`).join('');
}

function printMessage(message: MessageInput): string {
  if ('placeholder' in message) return `## placeholder ${message.placeholder}`;
  return `## ${message.role}\n\n${mapLines(message.content, (line) => (needsEscape(line) ? `\\${line}` : line))}`;
}

const needsEscape = (line: string): boolean => HEADING_LIKE.test(line) || ESCAPED.test(line);

const unescaped = (content: string): string => mapLines(content, (line) => (ESCAPED.test(line) ? line.slice(1) : line));

const mapLines = (text: string, change: (line: string) => string): string => text.split('\n').map(change).join('\n');

/**
 * Reads the messages back. Where editors turned all line breaks into `\r\n`, those of the form may be either;
 * those inside of messages are never touched.
 */
export function parseChatBody(body: string, firstLine: number, lineBreak: '\n' | '\r\n'): ChatBody {
  const [preamble, ...sections] = cutIntoSections(body, firstLine);
  const problems: FileProblem[] = [];
  const before = preamble?.text.search(/\S/) ?? -1;
  if (before !== -1) {
    const line = firstLine + linesIn(preamble?.text.slice(0, before) ?? '');
    problems.push({ line, problem: 'there is text before the first heading, such as `## system`' });
  } else if (sections.length === 0) {
    problems.push({ line: firstLine, problem: 'a chat has at least one message, under a heading such as `## system`' });
  }

  const messages: MessageInput[] = [];
  const lines: number[] = [];
  for (const { heading, line, text } of sections) {
    const { content, skipped } = withoutForm(text, lineBreak, line === sections.at(-1)?.line);
    const message = toMessage(heading, content);
    if (typeof message === 'string') problems.push({ line, problem: message });
    else messages.push(message);
    lines.push(PLACEHOLDER_HEADING.test(heading) ? line : line + 1 + skipped);
  }
  return { messages, lines, problems };
}

/** `text` is everything between the line of the heading and that of the next one, or the end. */
interface Section {
  readonly heading: string;
  readonly line: number;
  readonly text: string;
}

/** The first section is what stands before any heading. */
function cutIntoSections(body: string, firstLine: number): readonly Section[] {
  const lines = body.split('\n');
  const starts = lines.flatMap((line, index) => (HEADING_LIKE.test(line) ? [index] : []));
  return [-1, ...starts].map((start, index) => {
    const end = starts[index];
    const text = lines.slice(start + 1, end).join('\n');
    // Without lines there is no line break either: two headings follow one another.
    const isEnded = end !== undefined && end > start + 1;
    return { heading: lines[start] ?? '', line: firstLine + start, text: isEnded ? `${text}\n` : text };
  });
}

interface SectionContent {
  readonly content: string;
  /** How many lines of the form stand between the heading and the content. */
  readonly skipped: number;
}

function withoutForm(text: string, lineBreak: '\n' | '\r\n', isLast: boolean): SectionContent {
  const leading = lineBreak === '\n' ? /^\n/ : /^\r?\n/;
  const trailing = lineBreak === '\n' ? /\n$/ : /\r?\n$/;
  const content = text.replace(leading, '').replace(trailing, '');
  return { content: isLast ? content : content.replace(trailing, ''), skipped: leading.test(text) ? 1 : 0 };
}

/** The message, or what is wrong with it. */
function toMessage(heading: string, content: string): MessageInput | string {
  const role = MESSAGE_HEADING.exec(heading)?.[1];
  if (isRole(role)) return { role, content: unescaped(content) };
  const placeholder = PLACEHOLDER_HEADING.exec(heading)?.[1];
  if (placeholder === undefined) {
    return `\`${heading.trimEnd()}\` begins like a heading but is none; if it belongs to a message, put a \\ in front`;
  }
  return /\S/.test(content) ? `the placeholder ${placeholder} has text under it` : { placeholder };
}

const isRole = (text: string | undefined): text is Role => ROLES.some((role) => role === text);

const linesIn = (text: string): number => text.split('\n').length - 1;
