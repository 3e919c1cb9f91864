/** Each parameter appears once and in order, so that SQLite can use a `?` for each. */
const VERSION_COLUMNS = 'v.version, v.hash, v.restored_from, v.published_at, v.message, c.variables, c.config, c.body';
const PROMPT_COLUMNS = `p.id, p.name, p.folder, p.type, p.description, p.tags, p.labels, p.latest_version, p.revision,
  p.archived, p.created_at, p.updated_at`;
const LABELLED = `prompt p JOIN prompt_label l ON l.account_id = p.account_id AND l.prompt_id = p.id AND l.label = $1`;

export const sql = {
  ACCOUNT_BY_DIGEST: 'SELECT id, email, name FROM account WHERE key_digest = $1',
  PROMPTS_BY_NAME: `SELECT ${PROMPT_COLUMNS} FROM prompt p
  WHERE p.account_id = $1 AND p.archived = 0 AND p.name > $2 ORDER BY p.name LIMIT $3`,
  HEAD: `SELECT p.id, p.revision, l.version FROM ${LABELLED} WHERE p.account_id = $2 AND p.name = $3`,
  READ: `SELECT ${PROMPT_COLUMNS}, ${VERSION_COLUMNS} FROM ${LABELLED}
  JOIN prompt_version v ON v.account_id = p.account_id AND v.prompt_id = p.id AND v.version = l.version
  JOIN prompt_content c ON c.account_id = v.account_id AND c.digest = v.content_digest
  WHERE p.account_id = $2 AND p.name = $3`,
  RAISE_REVISION: 'UPDATE account SET prompts_revision = prompts_revision + 1 WHERE id = $1',
  ADD_PROMPT: `INSERT INTO prompt (account_id, id, name, folder, type, archived, latest_version, latest_hash,
    created_at, updated_at, tags, description)
  VALUES ($1, $2, $3, $4, $5, 0, 1, $6, $7, $8, $9, $10)`,
  ADD_VERSION: `INSERT INTO prompt_version (account_id, prompt_id, version, type, hash, published_at, message,
    variables, config, body)
  VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9)`,
  REPLACE_KEY: `UPDATE account
  SET key_digest = $1, key_sealed = $2, key_issued_at = $3, rotations = rotations + 1
  WHERE id = $4 AND key_digest = $5`,
  RECORD_ROTATION: `INSERT INTO key_rotation
    (account_id, number, issued_digest, rotated_at, rotated_by, address)
  SELECT id, rotations, key_digest, key_issued_at, 'api', '127.0.0.1' FROM account WHERE id = $1`,
} as const;
