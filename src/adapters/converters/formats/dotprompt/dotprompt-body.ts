import { parseVariableName } from '../../../../domain/templates/variable-name.ts';
import { type BodyLoss, type BodyOutcome, type BodyPart, countLineBreaks, JOINT } from '../file-body.ts';

/** A tag of dotprompt that is not about text: `{{role "system"}}`, `{{history}}`, `{{media url=photo}}`. */
interface Marker {
  readonly kind: 'role' | 'history' | 'media' | 'section';
  readonly operand: string;
  readonly start: number;
  readonly end: number;
  /** `{{~` and `~}}` remove the white space beside the tag. */
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
}

const MARKER = /\{\{(~?)\s*(role|history|media|section)(?=[\s~}])([^{}]*?)(~?)\}\}/y;
const ROLE = /^\s*(?:"([^"]*)"|'([^']*)')\s*$/;
const MEDIA_URL = /\burl\s*=\s*(?:"[^"]*"|'[^']*'|([^\s"']+))/;

/**
 * Cuts a body into messages as dotprompt does after rendering: a role starts a message unless the one before it is
 * still empty, text before the first role is the user's, and text after the history is the model's. White space stays.
 */
export function readDotpromptBody(body: string, firstLine: number): BodyOutcome {
  const markers = findMarkers(body);
  if (markers.length === 0) return { kind: 'body', body: { type: 'text', text: body, line: firstLine }, losses: [] };
  const reader = new BodyReader(firstLine, body);
  markers.forEach((marker, index) => {
    reader.takeText(markers[index - 1], marker);
    reader.takeMarker(marker);
  });
  reader.takeText(markers.at(-1), undefined);
  return { kind: 'body', body: { type: 'chat', parts: reader.finish() }, losses: reader.losses };
}

class BodyReader {
  readonly losses: BodyLoss[] = [];
  readonly #parts: BodyPart[] = [];
  #role = 'user';
  #text = '';
  #line: number;
  #media: BodyPart[] = [];
  #counted = 0;
  #countedTo = 0;

  constructor(
    private readonly firstLine: number,
    private readonly body: string,
  ) {
    this.#line = firstLine;
  }

  /** Takes the text between two markers; undefined stands for an end of the body. Blank text belongs to no message. */
  takeText(before: Marker | undefined, after: Marker | undefined): void {
    const start = before?.end ?? 0;
    const raw = this.body.slice(start, after?.start);
    const trimmed = before?.trimsAfter ? raw.trimStart() : raw;
    const text = after?.trimsBefore ? trimmed.trimEnd() : trimmed;
    if (text.trim() === '') return;
    if (this.#text === '') this.#line = this.#lineAt(start + (raw.length - trimmed.length));
    this.#text += `${before ? JOINT : ''}${text}${after ? JOINT : ''}`;
  }

  takeMarker({ kind, operand, start }: Marker): void {
    const line = this.#lineAt(start);
    if (kind === 'role') this.#startMessage(operand);
    else if (kind === 'media') this.#media.push({ placeholder: operand, line, loses: 'media' });
    else if (kind === 'section') this.losses.push({ line, problem: `the section ${operand} is lost` });
    else {
      this.#startMessage('model');
      this.#parts.push({ placeholder: 'history', line });
    }
  }

  finish(): readonly BodyPart[] {
    this.#startMessage('user');
    return this.#parts;
  }

  #startMessage(role: string): void {
    if (this.#text !== '') this.#parts.push({ role: this.#role, text: this.#text, line: this.#line });
    this.#parts.push(...this.#media);
    this.#role = role;
    this.#text = '';
    this.#media = [];
  }

  /** Offsets never decrease, so every character is read once. */
  #lineAt(offset: number): number {
    this.#counted += countLineBreaks(this.body.slice(this.#countedTo, offset));
    this.#countedTo = offset;
    return this.firstLine + this.#counted;
  }
}

/** Ignores markers in comments and escaped ones. Reads every character once. */
function findMarkers(body: string): readonly Marker[] {
  const markers: Marker[] = [];
  for (let at = body.indexOf('{{'); at !== -1; ) {
    const end = skipComment(body, at);
    const marker = end === at && !isEscaped(body, at) ? readMarker(body, at) : undefined;
    if (marker) markers.push(marker);
    at = body.indexOf('{{', marker?.end ?? Math.max(end, at + 2));
  }
  return markers;
}

function readMarker(body: string, start: number): Marker | undefined {
  MARKER.lastIndex = start;
  const found = MARKER.exec(body);
  const [tag = '', before, kind, rest = '', after] = found ?? [];
  if (kind !== 'role' && kind !== 'history' && kind !== 'media' && kind !== 'section') return undefined;
  const operand = readOperand(kind, rest);
  if (operand === undefined) return undefined;
  return { kind, operand, start, end: start + tag.length, trimsBefore: before === '~', trimsAfter: after === '~' };
}

/** Undefined if the tag is a variable of that name, such as `{{role}}`, or a helper with other operands. */
function readOperand(kind: Marker['kind'], rest: string): string | undefined {
  const quoted = ROLE.exec(rest);
  if (kind === 'role') return quoted?.[1] ?? quoted?.[2];
  if (kind === 'history') return rest.trim() === '' ? 'history' : undefined;
  if (kind === 'section') return quoted?.[1] ?? quoted?.[2] ?? (rest.trim() || undefined);
  const url = MEDIA_URL.exec(rest);
  if (!url) return undefined;
  return parseVariableName(url[1] ?? '') ?? 'media';
}

/** The end of the comment that begins here, or the same offset if none does. */
function skipComment(body: string, at: number): number {
  const opening = /\{\{~?!(?:--)?/y;
  opening.lastIndex = at;
  const tag = opening.exec(body)?.[0];
  if (tag === undefined) return at;
  const closing = tag.endsWith('--') ? /--~?\}\}/g : /\}\}/g;
  closing.lastIndex = at + tag.length;
  return closing.test(body) ? closing.lastIndex : body.length;
}

/** A backslash makes a tag plain text, unless it is one of two. */
const isEscaped = (body: string, at: number): boolean => body[at - 1] === '\\' && body[at - 2] !== '\\';
