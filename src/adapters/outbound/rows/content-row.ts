import { hash } from 'node:crypto';

/** The part of a version that is stored once per account, whatever the number of versions that have it. */
export interface ContentRow {
  readonly digest: string;
  /** The size in UTF-8, which the quota for content counts. */
  readonly bytes: number;
  readonly variables: string;
  readonly config: string;
  readonly body: string;
}

type Texts = Pick<ContentRow, 'variables' | 'config' | 'body'>;

/**
 * Identified by the exact texts. The hash of a version would not do: it ignores the order of keys in `config`, and a copy
 * of a storage must not differ in a single byte.
 */
export function toContentRow({ variables, config, body }: Texts): ContentRow {
  const digest = hash('sha256', `${variables.length} ${config.length} ${variables}${config}${body}`, 'base64url');
  return { digest, bytes: bytesOf({ variables, config, body }), variables, config, body };
}

export const bytesOf = ({ variables, config, body }: Texts): number =>
  Buffer.byteLength(variables) + Buffer.byteLength(config) + Buffer.byteLength(body);

/** Each content once. */
export const distinctContents = (contents: readonly ContentRow[]): readonly ContentRow[] => [
  ...new Map(contents.map((content) => [content.digest, content])).values(),
];
