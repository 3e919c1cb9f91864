import { isList, isObject, type JsonObject, type JsonValue } from '../../../../domain/text/json.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext } from '../../source-format.ts';
import type { FrontMatterFile } from '../front-matter.ts';
import { inside } from '../read-fields.ts';
import { resolvePath } from '../resolve-path.ts';

const REFERENCE = /^\$\{file:([^}]+)\}$/i;

/** Replaces `${file:sample.json}` by the content of that file. Reports files that are not part of the import. */
export function insertFiles(
  { fields, lineOf }: Pick<FrontMatterFile, 'fields' | 'lineOf'>,
  file: OpenedFile,
  { find, lose }: ConversionContext,
): JsonObject {
  const insert = (value: JsonValue, path: string): JsonValue => {
    if (isList(value)) return value.map((item, index) => insert(item, inside(path, index)));
    if (isObject(value)) return insertInto(value, path);
    const reference = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
    if (reference === undefined) return value;
    const found = find(resolvePath(reference.trim(), file));
    if (!found) lose(file, path, `${reference} is not among the files of this import`, lineOf(path));
    return found ? (found.value ?? found.text) : value;
  };
  const insertInto = (object: JsonObject, path: string): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, insert(value, inside(path, key))]));
  return insertInto(fields, '');
}
