import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../../../../domain/text/json.ts';
import type { WrittenPrompt } from './prompt-file.ts';

/**
 * The hash of everything in a file that belongs to a version: all but the name, the description and the tags.
 *
 * For a file that leaves nothing out, this is the hash that the service computes for the version.
 */
export function hashOfFile({ content, variables, config }: Pick<WrittenPrompt, 'content' | 'variables' | 'config'>) {
  const written: JsonObject = {
    ...content,
    ...(variables && { variables: variables.map((variable) => withoutUndefined(variable)) }),
    ...(config && { config }),
  };
  return `sha256:${createHash('sha256').update(canonicalJson(written)).digest('hex')}`;
}

/** Fields that are absent from a declaration must be absent from its canonical form, not null. */
const withoutUndefined = (fields: object): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
