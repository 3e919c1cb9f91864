import { expect, it } from 'vitest';
import { Author } from '../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';
import { recorded } from '../../../support/record-calls.ts';

async function aWatchedAuthor() {
  const { object, calls } = recorded(new InMemoryPrompts());
  const author = new Author(inMemoryPromptPorts(object));
  const { id } = await author.has('plain', 'One.', { labels: ['production'] });
  await author.adds('plain', 'Two.');
  calls.length = 0;
  return { author, calls, id };
}

it.each([
  ['the default rule', undefined, 1],
  ['a label', 'production', 1],
  ['the latest', 'latest', 2],
  ['a version', '2', 2],
  ['a label that is not there', 'staging', undefined],
])('tells a client by %s whether it is up to date, and loads nothing else', async (_, choice, version) => {
  const { author, calls, id } = await aWatchedAuthor();

  expect(await author.readHead('plain', choice)).toEqual({ id, revision: 2, version });
  expect(calls).toEqual(['readHead']);
});

it('tells a client whether its lists are up to date by one number', async () => {
  const { author, calls } = await aWatchedAuthor();

  expect(await author.revision()).toBe(2);
  expect(calls).toEqual(['readRevision']);
});

it('reads a prompt with its version in one step', async () => {
  const { author, calls } = await aWatchedAuthor();

  await author.read('plain', 'production');

  expect(calls).toEqual(['read']);
});
