import { expect, it } from 'vitest';
import { labelMoveCursor, promptCursor } from '../../../../src/adapters/inbound/http/request/pagination.ts';
import type { PromptId, PromptName } from '../../../../src/domain/naming/prompt-name.ts';

it.each([
  '0000-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2026-11-15T12:00:00.000Z',
])('a page continues after what was changed at %s', (time) => {
  const updatedAt = new Date(time);
  const position = { name: 'support/reply' as PromptName, id: 'p_1731640000000_a1b2c3' as PromptId, updatedAt };

  expect(promptCursor.decode(promptCursor.encode(position, 'filters'), 'filters')).toEqual(position);
  expect(labelMoveCursor.schema.parse(labelMoveCursor.encode(updatedAt))).toEqual(updatedAt);
});
