import { expect, it } from 'vitest';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import { Prompt } from '../../../../src/domain/prompts/prompt.ts';
import { positionIn, printSummary } from '../../../../src/domain/prompts/prompt-json.ts';
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

const trap = '","name":"trap","updatedAt":"1999-01-01T00:00:00.000Z"}';

it.each([
  aPrompt({}),
  aPrompt({ name: toName('folder/of/a.name_1-2') }),
  aPrompt({ description: trap, tags: toTags('name', 'id'), labels: new Map([[PRODUCTION, 1]]) }),
  aPrompt({ updatedAt: new Date('-000001-06-15T12:00:00.123Z') }),
  aPrompt({ updatedAt: new Date(8.64e15) }),
])('finds the position of a prompt in its summary: %j', (prompt) => {
  const { id, name, updatedAt } = prompt;
  expect(positionIn(printSummary(prompt))).toEqual({ id, name, updatedAt });
});
