import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../../../src/adapters/inbound/cli/host/command-services.ts';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import { runPromptCommand } from '../../../support/prompt-files/run-prompt-command.ts';
import { dataIn } from '../../http/prompts/support/client.ts';
import { times } from '../../http/support/api.ts';
import { aPromptAccount } from './prompt-account.ts';

const KEY = ApiKey.fromEntropy(new Uint8Array(32).fill(7));
const TIME = /\d{4}-[\d-]+T[\d:.]+Z/g;

/** A pattern for a line of a table whose columns may have any width. */
const toPattern = (line: string): RegExp =>
  new RegExp(`^${line.replaceAll('.', '\\.').replaceAll(/ +/g, ' +').replaceAll('TIME', '[\\dT:.Z-]+')}$`);

describe('prompt list', () => {
  it('prints a table with one line per prompt', async () => {
    const { client, run } = await aPromptAccount();
    await client.createPrompt({ name: 'support/reply', labels: ['production'], tags: ['mail', 'support'] });
    await client.publish('support/reply', { content: 'Bye.' });
    await client.createPrompt({ name: 'chat', messages: [{ role: 'user', content: 'Hi' }] });

    const { code, stdout, stderr } = await run(['list']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(TIME, 'TIME').split('\n')).toEqual([
      'NAME           TYPE  LATEST  LABELS        TAGS          UPDATED',
      'chat           chat  1       -             -             TIME',
      'support/reply  text  2       production=1  mail support  TIME',
      '',
    ]);
  });

  it('prints what the API returns as one JSON array', async () => {
    const { client, json } = await aPromptAccount();
    await client.createPrompt({ name: 'a/b' });
    await client.createPrompt({ name: 'c' });

    expect(await json('list')).toEqual(dataIn(await client.get('/prompts')));
  });

  it('reads all pages, or as many as the limit needs', async () => {
    const { client, run } = await aPromptAccount();
    await client.createPrompt({ name: 'a' });
    const [prompt] = dataIn(await client.get('/prompts')) as object[];
    const urls: string[] = [];
    const fetch: Fetch = async (url) => {
      urls.push(url);
      return Response.json({ data: times(2, () => prompt), nextCursor: urls.length < 3 ? `${urls.length}` : null });
    };
    const list = async (...args: string[]) => {
      urls.length = 0;
      const { code, printed } = await runPromptCommand(['list', '--json', ...args], { url: '', key: KEY, fetch });
      return [code, JSON.parse(printed).length];
    };

    expect((await run(['list', '--limit', '0'])).code).toBe(64);
    expect(await list('--sort', 'updatedAt')).toEqual([0, 6]);
    expect(urls).toEqual(['', '&cursor=1', '&cursor=2'].map((end) => `/api/prompts?sort=updatedAt&limit=200${end}`));
    expect(await list('--limit', '3')).toEqual([0, 3]);
    expect(urls).toEqual(['/api/prompts?limit=3', '/api/prompts?limit=3&cursor=1']);
  });

  it('selects by words, folder, tag, label, type and archived', async () => {
    const { client, run } = await aPromptAccount();
    await client.createPrompt({ name: 'a/mail', content: 'kind letter', tags: ['x', 'y'], labels: ['staging'] });
    await client.createPrompt({ name: 'a/chat', messages: [{ role: 'user', content: 'Hi' }], tags: ['x'] });
    await client.createPrompt({ name: 'top' });
    const { id } = await client.createPrompt({ name: 'old' });
    await client.patch(`/prompts/${id}`, { archived: true });
    const names = async (...args: string[]) =>
      (await run(['list', '--quiet', ...args])).stdout.split('\n').slice(0, -1);

    expect(await names()).toEqual(['a/chat', 'a/mail', 'top']);
    expect(await names('--search', 'letter KIND')).toEqual(['a/mail']);
    expect(await names('--folder', 'a')).toEqual(['a/chat', 'a/mail']);
    expect(await names('--folder', '')).toEqual(['top']);
    expect(await names('--tag', 'x')).toEqual(['a/chat', 'a/mail']);
    expect(await names('--tag', 'x', '--tag', 'y')).toEqual(['a/mail']);
    expect(await names('--label', 'staging')).toEqual(['a/mail']);
    expect(await names('--type', 'chat')).toEqual(['a/chat']);
    expect(await names('--archived')).toEqual(['old']);
    expect(await names('--all')).toEqual(['a/chat', 'a/mail', 'old', 'top']);
    expect(await names('--limit', '2')).toEqual(['a/chat', 'a/mail']);
  });

  it('prints nothing, or an empty array, when there is nothing', async () => {
    const { run, json } = await aPromptAccount();

    expect(await run(['list'])).toEqual({ code: 0, stdout: '', stderr: 'There are no prompts.\n' });
    expect(await run(['list', '--tag', 'x'])).toEqual({ code: 0, stdout: '', stderr: 'No prompt matches.\n' });
    expect(await json('list')).toEqual([]);
  });
});

describe('prompt show', () => {
  it('prints everything about a prompt and the live version', async () => {
    const { client, run } = await aPromptAccount();
    const { hash } = await client.createPrompt({
      name: 'support/reply',
      content: 'Dear {{name}},\n{{tone}}\n',
      description: 'Replies',
      tags: ['mail'],
      labels: ['production'],
      variables: [
        { name: 'name', description: 'of the customer' },
        { name: 'tone', required: false, enum: ['kind', 'brief'], default: 'kind' },
      ],
      config: { model: 'm' },
      message: 'first',
    });
    await client.publish('support/reply', { content: 'Bye.' });

    const { code, stdout, stderr } = await run(['show', 'support/reply']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(TIME, 'TIME')).toBe(
      [
        'Name:         support/reply',
        'Type:         text',
        'Description:  Replies',
        'Tags:         mail',
        'Labels:       production=1',
        'Version:      1 of 2, published TIME',
        'Message:      first',
        `Hash:         ${hash}`,
        'Variables:    name (string, required): of the customer',
        '              tone (string, optional, one of "kind", "brief", default "kind")',
        'Config:       {"model":"m"}',
        '',
        'Dear {{name}},',
        '{{tone}}',
        '',
      ].join('\n'),
    );
  });

  it('prints what the API returns with --json, by label, version, time and id', async () => {
    const { client, json } = await aPromptAccount();
    const { id } = await client.createPrompt({ name: 'a/b', labels: ['production'] });
    await client.publish('a/b', { content: 'Two' });
    const read = async (query: string) => dataIn(await client.get(`/prompts/a%2Fb${query}`));

    expect(await json('show', 'a/b')).toEqual(await read(''));
    expect(await json('show', 'a/b', '--version', '2')).toEqual(await read('?version=2'));
    expect(await json('show', 'a/b', '--label', 'latest')).toEqual(await read('?label=latest'));
    expect(await json('show', id, '--label', 'production')).toEqual(await read('?label=production'));
    const now = new Date().toISOString();
    expect(await json('show', 'a/b', '--at', now)).toEqual(await read(`?at=${now}`));
  });

  it('prints only the template with --content, character by character', async () => {
    const { client, run } = await aPromptAccount();
    await client.createPrompt({ name: 'text', content: '\t{{a}}\r\n\u0007end' });
    await client.createPrompt({
      name: 'chat',
      messages: [{ role: 'system', content: 'Be kind.' }, { placeholder: 'history' }],
    });

    expect((await run(['show', 'text', '--content'])).stdout).toBe('\t{{a}}\r\n\u0007end\n');
    expect((await run(['show', 'chat', '--content'])).stdout).toBe('## system\n\nBe kind.\n\n## placeholder history\n');
  });

  it('masks control characters in the description for people', async () => {
    const { client, run } = await aPromptAccount();
    await client.createPrompt({ name: 'a', content: '\u001b[2Jgone' });

    expect((await run(['show', 'a'])).stdout).toContain('␛[2Jgone');
  });
});

describe('prompt history', () => {
  it('lists versions with their labels, newest first', async () => {
    const { client, run, json } = await aPromptAccount();
    await client.createPrompt({ name: 'a/b', labels: ['production', 'staging'], message: 'first' });
    await client.publish('a/b', { content: 'Two' });
    await client.publish('a/b', { restore: 1, message: 'a\nmistake' });

    const { code, stdout } = await run(['history', 'a/b']);

    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual(
      [
        'VERSION PUBLISHED LABELS MESSAGE',
        '3 TIME - restored from version 1: a mistake',
        '2 TIME - -',
        '1 TIME production staging first',
        '',
      ].map((line) => expect.stringMatching(toPattern(line))),
    );
    expect(await json('history', 'a/b')).toEqual(dataIn(await client.get('/prompts/a%2Fb/versions')));
    expect(await json('history', 'a/b', '--limit', '1')).toMatchObject([{ version: 3 }]);
  });

  it('lists the moves of a label, newest first', async () => {
    const { client, run, json } = await aPromptAccount();
    await client.createPrompt({ name: 'a/b', labels: ['production'] });
    await client.publish('a/b', { content: 'Two' });
    await client.moveLabel('a/b', 'production', 2);
    await client.delete('/prompts/a%2Fb/labels/production');

    const { code, stdout } = await run(['history', 'a/b', '--label', 'production']);

    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual(
      ['MOVED VERSION PREVIOUS BY MESSAGE', 'TIME removed 2 api -', 'TIME 2 1 api -', 'TIME 1 - api -', ''].map(
        (line) => expect.stringMatching(toPattern(line)),
      ),
    );
    expect(await json('history', 'a/b', '--label', 'production')).toEqual(
      dataIn(await client.get('/prompts/a%2Fb/labels/production/history')),
    );
  });
});

describe('prompt diff', () => {
  it('compares content, variables and config of two versions', async () => {
    const { client, run, json } = await aPromptAccount();
    await client.createPrompt({
      name: 'a/b',
      content: 'Dear {{name}}',
      config: { model: 'm' },
      labels: ['production'],
    });
    await client.publish('a/b', { content: 'Dear {{name}} from {{city}}', config: { model: 'n', top: 1 } });

    const { code, stdout, stderr } = await run(['diff', 'a/b', '1', '2']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines).toEqual(expect.arrayContaining(['-Dear {{name}}', '+Dear {{name}} from {{city}}']));
    expect(lines.slice(lines.indexOf('Variables:'))).toEqual([
      'Variables:',
      '  + city (string, required)',
      '',
      'Config:',
      '  + top: 1',
      '  - model: "m"',
      '  + model: "n"',
      '',
      'Breaking: callers may send other variables than the new version needs.',
      '  city: added-required',
      '',
    ]);
    const expected = dataIn(await client.get('/prompts/a%2Fb/diff?from=1&to=2'));
    expect(await json('diff', 'a/b', '1', '2')).toEqual(expected);
    const live = dataIn(await client.get('/prompts/a%2Fb/diff?from=production&to=latest'));
    expect(await json('diff', 'a/b')).toEqual(live);
    expect(await json('diff', 'a/b', 'production', 'latest')).toEqual(live);
  });

  it('reports versions that do not differ', async () => {
    const { client, run } = await aPromptAccount();
    await client.createPrompt({ name: 'a', labels: ['production'] });

    expect(await run(['diff', 'a'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'a: production and latest do not differ.\n',
    });
  });
});
