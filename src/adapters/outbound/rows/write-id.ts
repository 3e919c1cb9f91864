import { randomUUID } from 'node:crypto';
import { type PromptsState, promptsStateOf, UNKNOWN_WRITE, type WriteId } from '../../../domain/prompts/write-id.ts';
import { text, type UnreadRow, whole } from './row-fields.ts';

const ID_CHARACTERS = 12;

/** The end of a random UUID, which is all random. */
export const newWriteId = (): WriteId => randomUUID().slice(-ID_CHARACTERS) as WriteId;

/** Redis has no null: the field is missing if the last write recorded no id. */
export const writeIdIn = (row: UnreadRow, field: string): WriteId =>
  row[field] === null || row[field] === undefined ? UNKNOWN_WRITE : (text(row, field) as WriteId);

/** Fields: prompts_revision, prompts_write_id. */
export const promptsStateIn = (row: UnreadRow): PromptsState =>
  promptsStateOf(whole(row, 'prompts_revision'), writeIdIn(row, 'prompts_write_id'));
