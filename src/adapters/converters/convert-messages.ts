import { ROLES, type Role } from '../../domain/templates/prompt-content.ts';
import { isList, isObject, JSON_DEPTH_MAX, type JsonValue } from '../../domain/text/json.ts';
import type { Loss } from './loss.ts';
import type { TemplateLanguage } from './templates/convert-template.ts';

/** A message of another tool, or the place of a list of messages. */
export type SourceMessage =
  | {
      readonly role: string;
      /** A text, a list of parts (`{type: 'text', text}`, `{type: 'image_url', …}`), or nothing. */
      readonly content: unknown;
      readonly language: TemplateLanguage;
      /** Path in the file, for problems: `messages.0`. */
      readonly path: string;
      /** The line of the file that the content begins at. By default 1. */
      readonly line?: number | undefined;
    }
  | { readonly placeholder: string; readonly path: string };

/** A message whose role is ours, while its content is still a template of the source. */
export type PlainMessage =
  | {
      readonly role: Role;
      readonly text: string;
      readonly language: TemplateLanguage;
      readonly path: string;
      readonly line: number;
    }
  | { readonly placeholder: string; readonly path: string };

/** Maps roles and content lists. The texts are converted afterwards: see `convertPrompt`. */
export function convertMessages(sources: readonly SourceMessage[]) {
  const losses: Loss[] = [];
  const report = (path: string, problem: string) => losses.push({ path, problem });
  const taken = new Set(sources.flatMap((source) => ('placeholder' in source ? [source.placeholder] : [])));
  const messages = sources.flatMap((source): readonly PlainMessage[] => {
    if ('placeholder' in source) return [source];
    const { language, path, line = 1 } = source;
    const role = convertRole(source.role, path, report);
    const { text, media } = readContent(source.content, `${path}.content`, report);
    const placeholders = media.map((part) => {
      const placeholder = makeUnique(part.name, taken);
      const lost = findTags(part.source, language).map((tag) => `, and ${tag} is lost`);
      report(part.path, `${part.name} is not text: it becomes the placeholder ${placeholder}${lost.join('')}`);
      return { placeholder, path: part.path };
    });
    // A message that consists of media has no text of its own.
    if (text === '' && placeholders.length > 0) return placeholders;
    return [{ role, text, language, path, line }, ...placeholders];
  });
  return { messages, losses };
}

type Report = (path: string, problem: string) => void;

const OTHER_ROLES = new Map<string, Role>([
  ['model', 'assistant'],
  ['function', 'tool'],
]);

function convertRole(source: string, path: string, report: Report): Role {
  const name = source.trim().toLowerCase();
  const role = ROLES.find((known) => known === name) ?? OTHER_ROLES.get(name);
  if (role) return role;
  report(`${path}.role`, `role ${JSON.stringify(source.slice(0, 40))} becomes user`);
  return 'user';
}

interface Media {
  readonly name: string;
  readonly source: JsonValue;
  readonly path: string;
}

interface Content {
  readonly text: string;
  readonly media: readonly Media[];
}

function readContent(content: unknown, path: string, report: Report): Content {
  if (typeof content === 'string') return { text: content, media: [] };
  if (content === undefined || content === null) return { text: '', media: [] };
  const texts: string[] = [];
  const media: Media[] = [];
  const parts: readonly unknown[] = isList(content) ? content : [content];
  parts.forEach((part, index) => {
    const at = isList(content) ? `${path}.${index}` : path;
    const text = readText(part);
    if (text !== undefined) texts.push(text);
    else if (isObject(part)) media.push({ name: nameOf(part), source: part, path: at });
    else report(at, 'is not text and is not imported');
  });
  return { text: texts.join(''), media };
}

const TEXT_TYPES = new Set<JsonValue | undefined>([undefined, 'text', 'input_text', 'output_text']);

function readText(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  if (!isObject(part) || !TEXT_TYPES.has(part['type'])) return undefined;
  return typeof part['text'] === 'string' ? part['text'] : undefined;
}

/** `image` for `input_image` and `image_url`; the type itself for anything else. */
function nameOf(part: { readonly [key: string]: JsonValue }): string {
  const type = typeof part['type'] === 'string' ? part['type'] : (Object.keys(part)[0] ?? 'part');
  return ['image', 'audio', 'file', 'video', 'document', 'media'].find((kind) => type.includes(kind)) ?? type;
}

const DOUBLE_BRACES = /\{\{[^{}]+\}\}/g;
const SINGLE_BRACES = /\{\w+\}/g;

/** The tags in all texts of a part, such as the address of an image. */
function findTags(part: JsonValue, language: TemplateLanguage, depth = 0): readonly string[] {
  if (language === 'plain') return [];
  if (typeof part === 'string')
    return [...new Set(part.match(language === 'f-string' ? SINGLE_BRACES : DOUBLE_BRACES))];
  if (typeof part !== 'object' || part === null || depth === JSON_DEPTH_MAX) return [];
  return [...new Set(Object.values(part).flatMap((value) => findTags(value, language, depth + 1)))];
}

function makeUnique(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) unique = `${name}_${number}`;
  taken.add(unique);
  return unique;
}
