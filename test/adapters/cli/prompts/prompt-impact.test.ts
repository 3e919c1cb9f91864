import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { aPromptAccount } from './prompt-account.ts';

async function anAccountWithIncluder() {
  const account = await aPromptAccount();
  await account.client.createPrompt({ name: 'tone', content: '{{mood}}' });
  await account.client.publish('tone', { content: '{{mood}} {{boss}}' });
  await account.client.publish('tone', { content: '{{mood}}!' });
  await account.client.createPrompt({ name: 'reply', content: '{{> tone}}', labels: ['live'] });
  return account;
}

const BREAKS = 'reply@latest  tone     follows  boss: added-required';

describe('prompt impact', () => {
  it('prints what a version or a file would change, and exits with 1 if callers would fail', async () => {
    const { run } = await anAccountWithIncluder();
    const file = join(await temporaryFolder(), 'tone.prompt.md');
    const draft = async (content: string) => {
      await writeFile(file, `---\nname: tone\ntype: text\n---\n${content}`);
      return run(['impact', file]);
    };

    for (const breaking of [
      await run(['impact', 'tone', '--version', '2']),
      await run(['impact', 'tone', '--version', '2', '--label', 'production']),
      await draft('{{boss}} {{mood}}'),
    ]) {
      expect(breaking).toMatchObject({ code: 1, stdout: expect.stringContaining(BREAKS), stderr: '' });
    }
    expect(await draft('{{mood}}?')).toMatchObject({ code: 0, stdout: expect.stringContaining('follows') });
    expect(await run(['impact', 'tone', '--version', '3'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'tone: nothing that includes it would change.\n',
    });
  });

  it('prints the response as JSON', async () => {
    const { json } = await anAccountWithIncluder();

    expect(await json('impact', 'tone', '--version', '1')).toMatchObject({
      data: [{ name: 'reply', label: 'live' }, { label: 'latest' }],
      affected: 2,
      truncated: false,
    });
  });

  it.each([
    ['a name alone', ['tone']],
    ['a version with a file', ['a.prompt.md', '--version', '1']],
    ['a file that does not exist', ['missing.prompt.md']],
    ['the label latest', ['tone', '--version', '1', '--label', 'latest']],
  ])('rejects %s', async (_, args) => {
    expect((await (await aPromptAccount()).run(['impact', ...args])).code).toBe(64);
  });
});
