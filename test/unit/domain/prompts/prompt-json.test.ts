import { expect, it } from 'vitest';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import { Prompt } from '../../../../src/domain/prompts/prompt.ts';
import {
  lastOf,
  positionIn,
  printSummary,
  toSummaryList,
  withoutLast,
} from '../../../../src/domain/prompts/prompt-json.ts';
import { aHash, anId, noon, PRODUCTION, toName, toTags } from '../../../support/builders/a-prompt.ts';

const aPrompt = (fields: Partial<Parameters<typeof Prompt.of>[0]>): Prompt =>
  Prompt.of({
    id: anId(),
    owner: 'account' as AccountId,
    name: toName('a'),
    type: 'text',
    description: '',
    tags: [],
    archived: false,
    labels: new Map(),
    latestVersion: 1,
    latestHash: aHash(),
    revision: 1,
    createdAt: noon(),
    updatedAt: noon(1),
    ...fields,
  });

const trap = '","name":"trap","updatedAt":"1999-01-01T00:00:00.000Z"},{"id":"trap","name":"';

const prompts = [
  aPrompt({}),
  aPrompt({ name: toName('folder/of/a.name_1-2') }),
  aPrompt({ description: trap, tags: toTags('name', 'id'), labels: new Map([[PRODUCTION, 1]]) }),
  aPrompt({ updatedAt: new Date('-000001-06-15T12:00:00.123Z') }),
  aPrompt({ updatedAt: new Date(8.64e15) }),
];

it.each(prompts)('finds the position of a prompt in its summary: %j', (prompt) => {
  const { id, name, updatedAt } = prompt;
  expect(positionIn(printSummary(prompt))).toEqual({ id, name, updatedAt });
});

it.each(prompts)('finds a summary before and after others: %j', (prompt) => {
  const other = aPrompt({ name: toName('other') });

  expect(lastOf(toSummaryList([other, prompt]).text)).toBe(printSummary(prompt));
  expect(lastOf(toSummaryList([prompt]).text)).toBe(printSummary(prompt));
  expect(withoutLast(toSummaryList([prompt, other]).text)).toBe(printSummary(prompt));
  expect(withoutLast(toSummaryList([other, prompt]).text)).toBe(printSummary(other));
});
