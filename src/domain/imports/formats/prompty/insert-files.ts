import { isList, isObject, type JsonObject, type JsonValue } from '../../../text/json.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext } from '../../source-format.ts';
import { resolvePath } from '../resolve-path.ts';

const REFERENCE = /^\$\{file:([^}]+)\}$/i;

/** Replaces `${file:sample.json}` by the content of that file, if it is part of the import. */
export function insertFiles(fields: JsonObject, file: OpenedFile, { find }: ConversionContext): JsonObject {
  const insert = (value: JsonValue): JsonValue => {
    if (isList(value)) return value.map(insert);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, insert(one)]));
    const reference = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
    const found = reference === undefined ? undefined : find(resolvePath(reference.trim(), file));
    return found ? (found.value ?? found.text) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, insert(value)]));
}
