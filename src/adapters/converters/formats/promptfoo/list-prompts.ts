import { isList, isObject, type JsonObject, type JsonValue } from '../../../../domain/text/json.ts';
import { inside, objectOf, textOf } from '../read-fields.ts';

/** An entry of `prompts`. */
export interface PromptEntry {
  /** A prompt, or where it is: `file://a.txt`. */
  readonly raw: string;
  readonly label: string | undefined;
  readonly config: JsonObject;
  /** Path in the configuration: `prompts.0`. */
  readonly path: string;
  /** The path of `raw`. */
  readonly rawPath: string;
}

/** One prompt, a list of prompts, or an object with prompts as its keys and labels as its values. */
export function listPrompts(prompts: JsonValue | undefined): readonly PromptEntry[] {
  if (isList(prompts)) return prompts.flatMap((entry, index) => readEntry(entry, inside('prompts', index)));
  if (!isObject(prompts)) return readEntry(prompts, 'prompts');
  return Object.entries(prompts).map(([raw, label]) => {
    const path = inside('prompts', raw);
    return { raw, label: textOf(label), config: {}, path, rawPath: path };
  });
}

function readEntry(entry: JsonValue | undefined, path: string): readonly PromptEntry[] {
  if (typeof entry === 'string') return [{ raw: entry, label: undefined, config: {}, path, rawPath: path }];
  const { raw, id, label, config, content } = objectOf(entry);
  const text = textOf(raw) ?? textOf(content) ?? textOf(id);
  if (text === undefined) return [];
  const key = textOf(raw) ? 'raw' : textOf(content) ? 'content' : 'id';
  const name = textOf(label) ?? (key === 'id' ? undefined : textOf(id));
  return [{ raw: text, label: name, config: objectOf(config), path, rawPath: inside(path, key) }];
}
