import { expect, it } from 'vitest';
import { Author } from '../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';
import { recordCalls } from '../../../support/record-calls.ts';

async function aRecordedAuthor() {
  const { object, calls } = recordCalls(new InMemoryPrompts());
  const author = new Author(inMemoryPromptPorts(object));
  const { id } = await author.mustCreate('plain', 'One.', { labels: ['production'] });
  await author.mustPublish('plain', 'Two.');
  calls.length = 0;
  return { author, calls, id };
}

it.each([
  ['the default rule', undefined, { version: 1, label: 'production' }],
  ['a label', 'production', { version: 1, label: 'production' }],
  ['the latest', 'latest', { version: 2 }],
  ['a version', '2', { version: 2 }],
  ['a missing label', 'staging', {}],
])('checks a prompt by %s for changes without loading content', async (_, choice, selected) => {
  const { author, calls, id } = await aRecordedAuthor();

  expect(await author.readHead('plain', choice)).toEqual({ id, revision: 2, writeId: expect.any(String), ...selected });
  expect(calls).toEqual(['readHead']);
});

it('checks lists for changes by reading nothing but the state of the account', async () => {
  const { author, calls } = await aRecordedAuthor();

  expect(await author.revision()).toBe(2);
  expect(calls).toEqual(['readState']);
});

it('reads a prompt with its version in one step', async () => {
  const { author, calls } = await aRecordedAuthor();

  await author.read('plain', 'production');

  expect(calls).toEqual(['read']);
});
