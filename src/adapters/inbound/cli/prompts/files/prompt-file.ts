import { parseChatBody, printChatBody } from '../../../../../domain/prompts/chat-body.ts';
import type { FileProblem } from '../../../../../domain/prompts/file-problem.ts';
import type { ContentInput } from '../../../../../domain/templates/prompt-content.ts';
import type { JsonObject } from '../../../../../domain/text/json.ts';
import { type FileVariable, type FrontMatter, parseFrontMatter, printFrontMatter } from './front-matter.ts';
import type { LineOf } from './yaml-reading.ts';

/** Everything about a prompt that a file holds: all but its versions and labels. */
export interface FilePrompt {
  readonly name: string;
  readonly content: ContentInput;
  readonly description: string;
  readonly tags: readonly string[];
  readonly variables: readonly FileVariable[];
  readonly config: JsonObject;
}

/**
 * Content of one file. A description, tags and a config that it leaves out stay as they are, and so do the declarations
 * of variables that are still used; other variables that it leaves out are inferred.
 */
export type WrittenPrompt = Pick<FilePrompt, 'content'> &
  Pick<FrontMatter, 'name' | 'description' | 'tags' | 'variables' | 'config'>;

export type PromptFileOutcome =
  | { readonly kind: 'prompt'; readonly prompt: WrittenPrompt; readonly lines: PromptLines }
  | { readonly kind: 'invalid'; readonly problems: readonly FileProblem[] };

/** Line numbers in the file, for problems that are found later. */
export interface PromptLines {
  readonly field: LineOf;
  /** Line where the text begins, or each message. */
  readonly contents: readonly number[];
}

const BYTE_ORDER_MARK = /^\uFEFF/;
const OPENING = /^---[ \t]*(\r?\n)/;
const CLOSING = /(?:^|\n)---[ \t]*(?:\r?\n|\r?$)/;

/**
 * A `.prompt.md` file: front matter in YAML between two lines `---`, then the body.
 *
 * The body of a text is its content, byte for byte, from behind the second `---` line to the end of the file: no line
 * break is added or dropped. The body of a chat is described at `printChatBody`. Equal prompts give equal files.
 */
export function printPromptFile({ content, ...fields }: FilePrompt): string {
  const body = content.type === 'text' ? content.content : printChatBody(content.messages);
  return `---\n${printFrontMatter({ ...fields, type: content.type })}---\n${body}`;
}

export function parsePromptFile(file: string): PromptFileOutcome {
  // A byte order mark here comes from an editor: the body, whose own mark counts, comes later.
  const text = file.replace(BYTE_ORDER_MARK, '');
  const opening = OPENING.exec(text);
  if (!opening) return invalid({ line: 1, problem: 'must begin with a line `---`, the front matter and a line `---`' });
  const rest = text.slice(opening[0].length);
  const closing = CLOSING.exec(rest);
  if (!closing) return invalid({ line: 1, problem: 'has front matter that never ends: its last line must be `---`' });

  const yaml = rest.slice(0, closing.index + (closing[0].startsWith('\n') ? 1 : 0));
  const front = parseFrontMatter(yaml, 2);
  if (front.kind === 'invalid') return front;
  const body = rest.slice(closing.index + closing[0].length);
  const bodyLine = yaml.split('\n').length + 2;
  const { type, ...fields } = front.fields;
  if (type === 'text') {
    const prompt = { ...fields, content: { type, content: body } };
    return { kind: 'prompt', prompt, lines: { field: front.lineOf, contents: [bodyLine] } };
  }

  const { messages, lines, problems } = parseChatBody(body, bodyLine, opening[1] === '\n' ? '\n' : '\r\n');
  if (problems.length > 0) return invalid(...problems);
  const prompt = { ...fields, content: { type, messages } };
  return { kind: 'prompt', prompt, lines: { field: front.lineOf, contents: lines } };
}

const invalid = (...problems: readonly FileProblem[]): PromptFileOutcome => ({ kind: 'invalid', problems });
