import { isList, isObject, type JsonList, type JsonObject, type JsonValue } from '../../../domain/text/json.ts';
import type { SourceMessage } from '../convert-messages.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext } from '../source-format.ts';
import type { TemplateLanguage } from '../templates/convert-template.ts';

/** The value if it is a text that is not empty. */
export const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const listOf = (value: JsonValue | undefined): JsonList => (isList(value) ? value : []);

export const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});

export const textsOf = (value: JsonValue | undefined): readonly string[] =>
  listOf(value).filter((item) => typeof item === 'string');

/** A version number, as a number or as digits. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : undefined;
}

/** A point in time in ISO 8601, or in seconds since 1970. */
export function timeOf(value: JsonValue | undefined): Date | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(typeof value === 'number' ? value * 1000 : value);
  return time.getTime() >= 0 && time.getUTCFullYear() <= YEAR_MAX ? time : undefined;
}

/** Later years have no four digits. */
const YEAR_MAX = 9999;

/** Copies an object without these members. */
export const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** The objects of a file that holds one, a list of them, or a list below one of these keys; each with its path. */
export function entriesOf(
  value: JsonValue | undefined,
  keys: readonly string[] = [],
): readonly { readonly entry: JsonObject; readonly path: string }[] {
  if (isList(value)) return itemsAt(value, '');
  if (!isObject(value)) return [];
  const key = keys.find((candidate) => isList(value[candidate]));
  return key === undefined ? [{ entry: value, path: '' }] : itemsAt(listOf(value[key]), `${key}.`);
}

/** The content of a JSON or YAML file. Undefined for a damaged one, which is then refused. */
export function readParsed(file: OpenedFile, { refuse }: Pick<ConversionContext, 'refuse'>) {
  const { parsed } = file;
  return parsed.kind === 'value' ? parsed : refuse(file, '', parsed.problem, parsed.line);
}

/** The objects in a file and their paths. Refuses a file that is damaged, or that has none for this reason. */
export function readEntries(
  file: OpenedFile,
  keys: readonly string[],
  problem: string,
  context: ConversionContext,
): ReturnType<typeof entriesOf> {
  const parsed = readParsed(file, context);
  if (!parsed) return [];
  const entries = entriesOf(parsed.value, keys);
  if (entries.length === 0) context.refuse(file, '', problem);
  return entries;
}

const itemsAt = (items: JsonList, prefix: string) =>
  items.flatMap((entry, index) => (isObject(entry) ? [{ entry, path: `${prefix}${index}` }] : []));

export const inside = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

/** The path of a file without its extensions: what a prompt is called that has no name in its file. */
export const nameOfFile = ({ path }: OpenedFile, extension: RegExp): string => path.replace(extension, '');

interface MessagesFormat {
  readonly language: TemplateLanguage | ((message: JsonObject) => TemplateLanguage);
  /** Members that are not reported as lost, besides role and content. */
  readonly known?: readonly string[];
}

/** The messages of a list, in the form that most tools share: role and content, or a placeholder with a name. */
export function readMessages(
  file: OpenedFile,
  value: JsonValue | undefined,
  path: string,
  { language, known = [] }: MessagesFormat,
  { lose }: ConversionContext,
): readonly SourceMessage[] {
  return listOf(value).flatMap((item, index): readonly SourceMessage[] => {
    const at = inside(path, index);
    const message = objectOf(item);
    const placeholder = message['type'] === 'placeholder' || message['role'] === 'placeholder';
    if (placeholder && typeof message['name'] === 'string') return [{ placeholder: message['name'], path: at }];
    if (typeof message['role'] !== 'string') {
      lose(file, at, `${textOf(message['type']) ?? 'this'} is no message: dropped`);
      return [];
    }
    for (const name of Object.keys(without(message, ['role', 'content', 'type', 'id', ...known]))) {
      if (isEmpty(message[name])) continue;
      lose(file, inside(at, name), `${name} of a message is not imported`);
    }
    const { role, content } = message;
    return [
      {
        role,
        content,
        language: typeof language === 'string' ? language : language(message),
        path: at,
        line: file.textLine(inside(at, 'content')),
      },
    ];
  });
}

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (isList(value) && value.length === 0);
