import { InvariantViolation } from '../../../../domain/invariant.ts';
import type { PromptMetadata } from '../../../../domain/prompts/prompt.ts';
import { contentText, metadataText } from '../../../../domain/prompts/prompt-search.ts';
import type { PromptContent } from '../../../../domain/templates/prompt-content.ts';
import { fromPromptRow } from '../../rows/prompt-row.ts';
import { SIGNATURE_COLUMNS, signatureParameters } from '../search-signature.ts';
import { type Parameters, type Row, statement } from '../sql-database.ts';
import { fromFullRow } from './sql-prompt-columns.ts';
import { HAS_PROMPT_ID, PROMPT_HAS_ID, type PromptKey, type Step } from './sql-prompt-steps.ts';

/**
 * Longer content is not stored a second time, or an account could fill the storage with many prompts of one content, which
 * itself is stored once. Searches read it instead. In characters of the case-folded text.
 */
const STORED_CHARACTERS_MAX = 32 * 1024;

/** The columns derived from the content. Postgres has no signature: it has an index. */
function bodyColumns(text: string): Parameters {
  const columns = signatureParameters(text);
  columns['body'] = text.length > STORED_CHARACTERS_MAX ? null : text;
  return columns;
}

const SIGNATURE = SIGNATURE_COLUMNS.join(', ');
const SIGNATURE_VALUES = SIGNATURE_COLUMNS.map((column) => `:${column}`).join(', ');
const SET_SIGNATURE = SIGNATURE_COLUMNS.map((column) => `${column} = :${column}`).join(', ');

const add = (condition: string) => ({
  sqlite: `INSERT INTO prompt_search (account_id, prompt_id, ${SIGNATURE}, head, body)
    SELECT account_id, id, ${SIGNATURE_VALUES}, :head, :body FROM prompt WHERE ${condition}
    ON CONFLICT (account_id, prompt_id) DO NOTHING RETURNING prompt_id`,
  // Waits for a concurrent change of the prompt, and makes later ones wait: they update the texts that are added here.
  postgres: `INSERT INTO prompt_search (account_id, prompt_id, head, body)
    SELECT account_id, id, CAST(:head AS TEXT), CAST(:body AS TEXT) FROM prompt WHERE ${condition} FOR SHARE
    ON CONFLICT (account_id, prompt_id) DO NOTHING RETURNING prompt_id`,
});

const ADD_UNCHANGED = statement(add(`${PROMPT_HAS_ID} AND prompt.revision = :revision`));
const REMOVE = statement(`DELETE FROM prompt_search WHERE ${HAS_PROMPT_ID}`);

const set = (columns: string) => `UPDATE prompt_search SET ${columns} WHERE ${HAS_PROMPT_ID}`;
const SET_HEAD = statement(set('head = :head'));
const SET_BODY = statement({ sqlite: set(`body = :body, ${SET_SIGNATURE}`), postgres: set('body = :body') });
const SET_BOTH = statement({
  sqlite: set(`head = :head, body = :body, ${SET_SIGNATURE}`),
  postgres: set('head = :head, body = :body'),
});

const ADD_NEW = statement({
  sqlite: `INSERT INTO prompt_search (account_id, prompt_id, ${SIGNATURE}, head, body)
    VALUES (:owner, :id, ${SIGNATURE_VALUES}, :head, :body)`,
  postgres: 'INSERT INTO prompt_search (account_id, prompt_id, head, body) VALUES (:owner, :id, :head, :body)',
});

/** Adds the texts of a prompt that the same write adds. */
export const addNewSearchTexts = (key: PromptKey, metadata: PromptMetadata, content: PromptContent): Step => ({
  statement: ADD_NEW,
  parameters: { ...key, head: metadataText(metadata), ...bodyColumns(contentText(content)) },
});

/** The columns of a prompt, and the revision that it had when they were derived. */
export interface SearchTexts {
  readonly head: string;
  readonly ofBody: Parameters;
  readonly revision: number;
}

/** Adds nothing if the prompt has changed since. */
export const addUnchangedSearchTexts = (key: PromptKey, { head, ofBody, revision }: SearchTexts): Step => ({
  statement: ADD_UNCHANGED,
  parameters: { ...key, head, ...ofBody, revision },
});

export const replaceSearchTexts = (key: PromptKey, texts: SearchTexts): Step[] => [
  { statement: REMOVE, parameters: key },
  addUnchangedSearchTexts(key, texts),
];

/** Sets only the texts that change. A prompt that is not indexed yet gets its texts later. */
export function setSearchTexts(
  key: PromptKey,
  metadata: PromptMetadata | undefined,
  content: PromptContent | undefined,
): Step[] {
  const head = metadata && { head: metadataText(metadata) };
  const body = content && bodyColumns(contentText(content));
  if (head && body) return [{ statement: SET_BOTH, parameters: { ...key, ...head, ...body } }];
  if (head) return [{ statement: SET_HEAD, parameters: { ...key, ...head } }];
  if (body) return [{ statement: SET_BODY, parameters: { ...key, ...body } }];
  return [];
}

/** The texts that belong to a prompt: a row with the columns of the prompt and of its latest version. */
export function searchTextsOf(row: Row): SearchTexts {
  const prompt = fromPromptRow(row);
  return { head: metadataText(prompt), ofBody: bodyColumns(textOf(row)), revision: prompt.revision };
}

/** Content that is damaged has no text: `storage check` reports it, and other prompts must be indexed, too. */
function textOf(row: Row): string {
  try {
    return contentText(fromFullRow(row).version.content);
  } catch (error) {
    if (error instanceof InvariantViolation || error instanceof SyntaxError) return '';
    throw error;
  }
}
