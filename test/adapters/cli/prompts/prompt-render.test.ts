import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../../../support/service/test-resources.ts';
import { dataIn } from '../../http/prompts/support/client.ts';
import { aPromptAccount } from './prompt-account.ts';

async function anAccountWithLetter() {
  const account = await aPromptAccount();
  await account.client.createPrompt({ name: 'a/letter', content: 'Dear {{name}}.', labels: ['production'] });
  await account.client.publish('a/letter', {
    content: 'Dear {{name}}, {{count}} of {{#items}}{{.}};{{/items}}',
    variables: [{ name: 'name' }, { name: 'count', type: 'number' }, { name: 'items', type: 'json' }],
  });
  return account;
}

describe('prompt render', () => {
  it('prints the text alone', async () => {
    const { run } = await anAccountWithLetter();

    expect(await run(['render', 'a/letter', '--var', 'name=Ada = Löwe'])).toEqual({
      code: 0,
      stdout: 'Dear Ada = Löwe.\n',
      stderr: '',
    });
  });

  it('prints the response of the API with --json', async () => {
    const { client, json } = await anAccountWithLetter();

    const rendered = await json('render', 'a/letter', '--var', 'name=Ada');

    const response = await client.post('/prompts/a%2Fletter/render', { variables: { name: 'Ada' } });
    expect(rendered).toEqual(dataIn(response));
    expect(rendered).toMatchObject({ text: 'Dear Ada.', version: 1 });
  });

  it('renders what there was at a time in the past', async () => {
    const { run } = await anAccountWithLetter();

    const { code, stdout } = await run([
      'render',
      'a/letter',
      '--var',
      'name=Ada',
      '--at',
      '2000-01-01T00:00:00Z',
      '--json',
    ]);

    expect([code, JSON.parse(stdout).code]).toEqual([1, 'version_not_found']);
  });

  it('takes variables from a file, from options as text and from options as JSON', async () => {
    const { run } = await anAccountWithLetter();
    const file = join(await createTestFolder(), 'values.json');
    await writeFile(file, '\uFEFF{"name": "Bob", "count": 1, "items": ["x"]}');
    const args = ['render', 'a/letter', '--version', '2', '--values', file, '--var', 'name=Ada'];

    const { stdout } = await run([...args, '--var-json', 'items=["a", true]']);

    expect(stdout).toBe('Dear Ada, 1 of a;true;\n');
  });

  it('takes variables from standard input', async () => {
    const { run } = await anAccountWithLetter();
    const input = `{"name": "${'x'.repeat(100_000)}"}\n`;

    const { code, stdout } = await run(['render', 'a/letter', '--values', '-'], input);

    expect([code, stdout.length]).toEqual([0, 'Dear .\n'.length + 100_000]);
  });

  it('renders the version of a label', async () => {
    const { run } = await anAccountWithLetter();
    const args = ['--var', 'name=Ada', '--var-json', 'count=2', '--var-json', 'items=[]'];

    expect((await run(['render', 'a/letter', '--label', 'latest', ...args])).stdout).toBe('Dear Ada, 2 of \n');
  });

  it('prints messages of a chat under their roles, with placeholders from a file', async () => {
    const { client, run, json } = await aPromptAccount();
    await client.createPrompt({
      name: 'chat',
      messages: [{ role: 'system', content: 'Be {{tone}}.' }, { placeholder: 'history' }],
    });
    const input =
      '{"history": [{"role": "user", "content": "Hi"}, {"role": "tool", "content": "4", "tool_call_id": "1"}]}';
    const args = ['render', 'chat', '--var', 'tone=kind'];

    expect(await run([...args, '--placeholders', '-'], input)).toEqual({
      code: 0,
      stdout: '## system\n\nBe kind.\n\n## user\n\nHi\n\n## tool\n\n{"role":"tool","content":"4","tool_call_id":"1"}\n',
      stderr: '',
    });
    expect(await json(...args, '--no-strict')).toMatchObject({ messages: [{ role: 'system', content: 'Be kind.' }] });
  });

  it('accepts missing and unknown variables with --no-strict', async () => {
    const { run } = await anAccountWithLetter();

    expect((await run(['render', 'a/letter', '--no-strict', '--var', 'city=London'])).stdout).toBe('Dear .\n');
  });

  it('prints text character by character, and adds no second line break', async () => {
    const { client, run } = await aPromptAccount();
    await client.createPrompt({ name: 'raw', content: '\u001b[1m\r\n{{x}}\n' });

    expect((await run(['render', 'raw', '--var', 'x='])).stdout).toBe('\u001b[1m\r\n\n');
  });

  it('names every problem with the variables, and exits with 1', async () => {
    const { run } = await anAccountWithLetter();

    const { code, stdout, stderr } = await run(['render', 'a/letter']);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/\bname\b.*\bmissing\b/);
  });

  it('does not change a large integer on its way', async () => {
    const { run } = await anAccountWithLetter();
    const commandLine = 'render a/letter --version 2 --var name=Ada --var-json count=1234567890123456789012345';

    expect(await run([...commandLine.split(' '), '--var-json', 'items=1'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('count is an integer beyond 2^53: write it as text'),
    });
  });

  it('suggests --var-json when --var has the wrong type', async () => {
    const { run } = await anAccountWithLetter();
    const commandLine = 'render a/letter --version 2 --var name=Ada --var count=2 --var-json items=1 --json';

    const { code, stdout, stderr } = await run(commandLine.split(' '));

    expect(code).toBe(1);
    expect(stderr).toMatch(/count must be a number[\s\S]*--var-json\.$/m);
    expect(JSON.parse(stdout)).toMatchObject({ code: 'variables_invalid', status: 422 });
    expect(JSON.parse(stdout).error).not.toContain('--var-json');
  });

  it.each([
    ['no name', ['--var', '=x'], '--var must be written as name=value'],
    ['no value', ['--var', 'name'], '--var must be written as name=value'],
    ['a variable twice', ['--var', 'a=1', '--var-json', 'a=1'], 'The variable a is given twice'],
    ['invalid JSON', ['--var-json', 'a={secret'], '--var-json a: is not valid JSON'],
    [
      'an infinite number',
      ['--var-json', 'a=1e999'],
      '--var-json a: is nested too deeply, or has a number that is too large',
    ],
    ['a missing file', ['--values', 'no-such.json'], '--values no-such.json: cannot be read (ENOENT)'],
    ['a list on standard input', ['--values', '-'], '--values -: must be a JSON object'],
    [
      'standard input twice',
      ['--values', '-', '--placeholders', '-'],
      '--values and --placeholders cannot both read standard input',
    ],
    ['a label and a version', ['--label', 'a', '--version', '1'], '--label and --version cannot be used together'],
    ['a malformed version', ['--version', '01'], '--version must be the number of a version'],
    ['a malformed label', ['--label', '../x'], '--label ../x: a label is a-z, then a-z, 0-9 or . _ -'],
  ])('exits with 64 for %s', async (_what, args, message) => {
    const { run } = await aPromptAccount();

    expect(await run(['render', 'a', ...args], '[]')).toEqual({ code: 64, stdout: '', stderr: `${message}\n` });
  });
});
