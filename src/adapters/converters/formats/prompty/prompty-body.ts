import { parseVariableName } from '../../../../domain/templates/variable-name.ts';
import {
  type BodyLoss,
  type BodyOutcome,
  type BodyPart,
  countLineBreaks,
  JOINT,
  stripLineBreaks,
} from '../file-body.ts';

/** Inputs that are not text. */
export interface PromptyInputKinds {
  /** Lists of messages. */
  readonly threads: ReadonlySet<string>;
  /** Images, files and audio. */
  readonly media: ReadonlyMap<string, string>;
  /** Version 1 shows images as `![alt](address)`; to version 2, this is text. */
  readonly hasMarkdownImages: boolean;
}

const ROLE_LINE = /^\s*#?\s*(system|user|assistant|developer|function|tools?)\s*(\[[^\]]*\])?\s*:\s*$/i;
const THREAD_LINE = /^\s*!\[thread\]/;
const VARIABLE_LINE = /^\s*\{\{-?\s*([\w.]+)\s*-?\}\}\s*$/;
const VARIABLE = /\{\{-?\s*([\w.]+)\s*-?\}\}/g;
const MARKDOWN_IMAGE = /!\[[^\]\n]*\]\(([^)\n]*)\)/g;

/** `{% for item in chat_history %}{{item.role}}: {{item.content}}{% endfor %}`: how version 1 inserts a conversation. */
const HISTORY_LOOP =
  /\{%-?\s*for\s+(\w+)\s+in\s+(\w+)\s*-?%\}\s*(?:#\s*)?\{\{-?\s*\1\.role\s*-?\}\}\s*:\s*\{\{-?\s*\1\.content\s*-?\}\}\s*\{%-?\s*endfor\s*-?%\}/g;

/** Cuts a body at lines such as `system:`. Text before the first of them is the system's. A body without any is a text. */
export function readPromptyBody(body: string, firstLine: number, kinds: PromptyInputKinds): BodyOutcome {
  const reader = new BodyReader(kinds);
  let done = 0;
  let line = firstLine;
  for (const loop of body.matchAll(HISTORY_LOOP)) {
    const before = body.slice(done, loop.index);
    line = reader.takeLines(before, line);
    reader.takePlaceholder(loop[2] ?? '', line);
    line += countLineBreaks(loop[0]);
    done = loop.index + loop[0].length;
  }
  reader.takeLines(body.slice(done), line);
  return reader.finish();
}

class BodyReader {
  readonly #parts: BodyPart[] = [];
  readonly #losses: BodyLoss[] = [];
  #role: string | undefined;
  #lines: string[] = [];
  #line: number | undefined;
  #media: BodyPart[] = [];

  constructor(private readonly kinds: PromptyInputKinds) {}

  /** Returns the line after the text. */
  takeLines(text: string, firstLine: number): number {
    const lines = text.split('\n');
    lines.forEach((line, index) => {
      this.#takeLine(line, firstLine + index);
    });
    return firstLine + lines.length - 1;
  }

  takePlaceholder(placeholder: string, line: number): void {
    this.#endMessage();
    this.#parts.push({ placeholder, line });
  }

  finish(): BodyOutcome {
    const isChat = this.#role !== undefined || this.#parts.length > 0 || this.#media.length > 0;
    const text = stripLineBreaks(this.#lines.join('\n'), this.#line ?? 1);
    if (!isChat) return { kind: 'body', body: { type: 'text', ...text }, losses: this.#losses };
    this.#endMessage();
    return { kind: 'body', body: { type: 'chat', parts: this.#parts }, losses: this.#losses };
  }

  #takeLine(line: string, number: number): void {
    const [, role, attributes] = ROLE_LINE.exec(line) ?? [];
    const variable = VARIABLE_LINE.exec(line)?.[1] ?? '';
    if (role !== undefined) this.#startMessage(role.toLowerCase(), attributes, number);
    else if (THREAD_LINE.test(line)) this.takePlaceholder('thread', number);
    else if (this.kinds.threads.has(variable)) this.takePlaceholder(variable, number);
    else {
      this.#line ??= number;
      const text = this.#takeMedia(line, number);
      // A line with nothing but media leaves nothing.
      if (text === line || text.replaceAll(JOINT, '').trim() !== '') this.#lines.push(text);
    }
  }

  #startMessage(role: string, attributes: string | undefined, line: number): void {
    this.#endMessage();
    this.#role = role;
    if (attributes !== undefined) this.#losses.push({ line, problem: `the attributes ${attributes} are lost` });
  }

  /** Returns the line without its images. */
  #takeMedia(line: string, number: number): string {
    const withoutImages = this.kinds.hasMarkdownImages
      ? line.replace(MARKDOWN_IMAGE, (_image, address: string) => {
          const [, name = ''] = /^\{\{\s*(\w+)\s*\}\}$/.exec(address.trim()) ?? [];
          this.#media.push({ placeholder: parseVariableName(name) ?? 'image', line: number, loses: 'an image' });
          return JOINT;
        })
      : line;
    if (this.kinds.media.size === 0) return withoutImages;
    return withoutImages.replace(VARIABLE, (tag: string, name: string) => {
      const kind = this.kinds.media.get(name);
      if (kind === undefined) return tag;
      this.#media.push({ placeholder: name, line: number, loses: `the input ${name} of the kind ${kind}` });
      return JOINT;
    });
  }

  #endMessage(): void {
    const { text, line } = stripLineBreaks(this.#lines.join('\n'), this.#line ?? 1);
    if (this.#role === 'tools') this.#losses.push({ line, problem: 'the definitions of tools are lost' });
    else if (text.replaceAll(JOINT, '').trim() !== '') {
      this.#parts.push({ role: this.#role ?? 'system', text, line });
    }
    this.#parts.push(...this.#media);
    this.#lines = [];
    this.#line = undefined;
    this.#media = [];
  }
}
