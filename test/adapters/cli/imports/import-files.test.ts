import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataIn, pageIn } from '../../http/prompts/support/client.ts';
import { anImport } from './import-account.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/imports');

/** The numbers of prompts in each folder of fixtures, without the damaged file. */
const FOLDERS = [
  ['dotprompt', 4],
  ['litellm', 2],
  ['prompty', 3],
  ['promptfoo/translate', 5],
  ['promptfoo/support', 2],
  ['humanloop', 3],
  ['prompthold', 3],
] as const;

describe('import of files', () => {
  it.each(FOLDERS)('creates all prompts of %s', async (folder, count) => {
    const { client, run } = await anImport();

    const { stdout, stderr } = await run([join(FIXTURES, folder)]);

    expect(stdout.match(/^created /gm) ?? [], stderr).toHaveLength(count);
    expect(pageIn(await client.get('/prompts')).data).toHaveLength(count);
    expect(JSON.stringify(await client.get('/export'))).not.toMatch(/sk-not-a-real-key|\$\{env:/);
  });

  it('reads the files that a promptfoo configuration names, and only those', async () => {
    const { client, run } = await anImport({
      'evals/promptfooconfig.yaml': 'prompts:\n  - file://../texts/*.txt\n  - file://own.md\n',
      'evals/own.md': 'Own {{x}}',
      'evals/other.prompt': 'Other',
      'texts/a.txt': 'A {{x}}',
    });

    expect(await run(['@evals/promptfooconfig.yaml'])).toMatchObject({ code: 0, stderr: '2 created\n' });
    expect(pageIn(await client.get('/prompts')).data).toMatchObject([{ name: 'own' }, { name: 'texts/a' }]);
  });

  it('reads them for a configuration in a folder as well', async () => {
    const { client, run } = await anImport({
      'evals/one/promptfooconfig.yaml': 'prompts: [file://../../texts/a.txt, file://b.txt]',
      'evals/one/b.txt': 'B',
      'texts/a.txt': 'A {{x}}',
    });

    expect(await run(['@evals'])).toMatchObject({ code: 0, stderr: '2 created\n' });
    expect(pageIn(await client.get('/prompts')).data).toMatchObject([{ name: 'one/b' }, { name: 'texts/a' }]);
  });

  it('reads what a Prompty file inserts, but nothing outside of its folder', async () => {
    const text = '---\nsample: $FILE{sample.json}\nother: $FILE{../secret.json}\n---\nHi {{name}}';
    const { client, run } = await anImport({
      'a/b.prompty': text.replaceAll('$FILE{', '$' + '{file:'),
      'a/sample.json': { name: 'Ada' },
      'secret.json': { key: 'hidden' },
    });

    expect((await run(['@a/b.prompty'])).stderr).toContain('../secret.json is not among the files of this import');
    const { config } = dataIn(await client.get('/prompts/b')) as { config: unknown };
    expect(config).toMatchObject({ x_prompty: { sample: { name: 'Ada' } } });
    expect(JSON.stringify(config)).not.toContain('hidden');
  });

  it('renders a chat with the partials of dotprompt, below another folder too', async () => {
    const { client, run } = await anImport();

    await run([join(FIXTURES, 'dotprompt'), '--folder', 'genkit', '--from', 'dotprompt']);

    const variables = { company: 'Acme', question: 'When?', orders: [], refundDays: '14' };
    const rendered = await client.post('/prompts/genkit%2Fsupport-reply/render', { variables, strict: false });
    expect(dataIn(rendered)).toMatchObject({
      messages: [
        { role: 'system', content: '\nYou answer for Acme.\nRefunds take 14 days.\n' },
        { role: 'user', content: '\nWhen?' },
      ],
    });
  });
});
