import { type BodyLoss, type BodyOutcome, type BodyPart, countLineBreaks } from '../file-body.ts';

const ROLES = 'system|user|assistant|tool|developer';

/** A line that opens a message, anywhere in a file. */
export const OPENS_MESSAGE = new RegExp(`^[ \\t]*<(?:${ROLES})(?:\\s[^<>]*)?>`, 'm');

const BLANK = /\s*/y;
const OPENING = new RegExp(`<(${ROLES})(?:\\s[^<>]*)?>`, 'y');
const PART = /<text>([\s\S]*?)<\/text>|<image\b([^<>]*?)(?:\/>|>(?:[^<]*<\/image>)?)|<tool\b([^<>]*)>[\s\S]*?<\/tool>/g;

/**
 * Cuts a body into its messages: `<user>` … `</user>`, whose common indentation does not belong to the message. A body
 * without any is one text.
 */
export function readHumanloopBody(body: string, firstLine: number): BodyOutcome {
  if (!OPENS_MESSAGE.test(body)) {
    const start = endOf(BLANK, body, 0);
    const line = firstLine + countLineBreaks(body.slice(0, start));
    return { kind: 'body', body: { type: 'text', text: body.trim(), line }, losses: [] };
  }
  const parts: BodyPart[] = [];
  const losses: BodyLoss[] = [];
  let line = firstLine;
  for (let at = 0; at < body.length; ) {
    const start = endOf(BLANK, body, at);
    if (start === body.length) break;
    line += countLineBreaks(body.slice(at, start));
    OPENING.lastIndex = start;
    const [tag = '', role = ''] = OPENING.exec(body) ?? [];
    if (role === '') return { kind: 'damaged', line, problem: 'has text outside of its messages' };
    const closing = `</${role}>`;
    const end = body.indexOf(closing, start);
    if (end === -1) return { kind: 'damaged', line, problem: `has a message <${role}> without ${closing}` };
    const inside = body.slice(start + tag.length, end);
    const message = readMessage(role, inside, line);
    for (const part of message.parts) parts.push(part);
    for (const loss of message.losses) losses.push(loss);
    line += countLineBreaks(body.slice(start, end));
    at = end + closing.length;
  }
  return { kind: 'body', body: { type: 'chat', parts }, losses };
}

interface MessageParts {
  readonly parts: readonly BodyPart[];
  readonly losses: readonly BodyLoss[];
}

/** A message is a text, or consists of texts, images and calls of tools. */
function readMessage(role: string, inside: string, line: number): MessageParts {
  const texts: string[] = [];
  const images: BodyPart[] = [];
  const losses: BodyLoss[] = [];
  let done = 0;
  let at = line;
  for (const part of inside.matchAll(PART)) {
    const [source, text, image, tool = ''] = part;
    texts.push(inside.slice(done, part.index));
    at += countLineBreaks(inside.slice(done, part.index));
    if (text !== undefined) texts.push(text);
    else if (image !== undefined) images.push({ placeholder: nameImage(image), line: at, loses: 'an image' });
    else losses.push({ line: at, problem: `the call of the tool ${readAttribute(tool, 'name')} is lost` });
    at += countLineBreaks(source);
    done = part.index + source.length;
  }
  texts.push(inside.slice(done));
  const text = texts
    .map(removeIndentation)
    .filter((one) => one !== '')
    .join('\n');
  const first = line + countLineBreaks(inside.slice(0, endOf(BLANK, inside, 0)));
  return { parts: [...(text === '' ? [] : [{ role, text, line: first }]), ...images], losses };
}

/** The variable that the address of the image comes from, if it is one. */
const nameImage = (attributes: string): string =>
  /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(readAttribute(attributes, 'url'))?.[1] ?? 'image';

const readAttribute = (attributes: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(attributes)?.[1] ?? '';

/** Removes blank lines around the text, and the indentation that all of its lines share. */
function removeIndentation(text: string): string {
  const lines = text.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) return '';
  // Text behind the opening tag has no indentation of its own.
  const isInline = first === 0;
  const indented = (isInline ? lines.slice(1) : lines).filter((line) => line.trim() !== '');
  const shared = indented.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), text.length);
  return lines
    .slice(first)
    .map((line, index) => (isInline && index === 0 ? line.trimStart() : line.slice(Math.min(shared, line.length))))
    .join('\n');
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return Math.max(from, pattern.lastIndex);
}
