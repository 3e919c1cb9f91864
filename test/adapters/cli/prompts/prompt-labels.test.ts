import { describe, expect, it } from 'vitest';
import { dataIn } from '../../http/prompts/support/client.ts';
import { aPromptAccount } from './prompt-account.ts';

/** Version 2 needs one more variable than version 1, which is live; version 3 needs none of them. */
async function anAccountWithVersions() {
  const account = await aPromptAccount();
  const { client } = account;
  await client.createPrompt({ name: 'a/b', content: 'Dear {{name}}', labels: ['production'] });
  await client.publish('a/b', { content: 'Dear {{name}} from {{city}}' });
  await client.publish('a/b', { content: 'Hello {{name}}' });
  let reads = 0;
  /** A different query each time: the fakes do not tell the cache of responses when an account changes. */
  const labels = async () => {
    reads += 1;
    return (dataIn(await client.get(`/prompts?limit=${reads}`)) as { labels: unknown }[])[0]?.labels;
  };
  return { ...account, labels };
}

describe('prompt promote', () => {
  it('moves a label to a version and reports where it was', async () => {
    const { client, run, labels } = await anAccountWithVersions();

    const moved = await run(['promote', 'a/b', '3', '--label', 'production', '--message', 'nicer']);

    expect(moved).toEqual({
      code: 0,
      stdout: 'a/b: production now points to version 3; it was version 1.\n',
      stderr: '',
    });
    expect(await labels()).toEqual({ production: 3 });
    expect(dataIn(await client.get('/prompts/a%2Fb/labels/production/history'))).toMatchObject([
      { version: 3, previous: 1, message: 'nicer' },
      {},
    ]);
  });

  it('prints the move as JSON', async () => {
    const { json } = await anAccountWithVersions();

    expect(await json('promote', 'a/b', '3', '--label', 'staging')).toEqual({
      label: 'staging',
      version: 3,
      previous: null,
      movedAt: expect.any(String),
    });
  });

  it('moves production by default, and to where another label points', async () => {
    const { run, labels } = await anAccountWithVersions();
    await run(['promote', 'a/b', '3', '--label', 'staging']);

    expect((await run(['promote', 'a/b', 'staging'])).code).toBe(0);
    expect(await labels()).toEqual({ production: 3, staging: 3 });
    expect((await run(['promote', 'a/b', 'latest', '--label', 'canary'])).stdout).toBe(
      'a/b: canary now points to version 3.\n',
    );
  });

  it('refuses a breaking change with the names of the variables, unless it is forced', async () => {
    const { run, labels } = await anAccountWithVersions();
    const args = ['promote', 'a/b', '2', '--label', 'production'];

    const refused = await run(args);

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/\bcity\b.*\nUse --force to move the label anyway\.\n$/);
    expect(await labels()).toEqual({ production: 1 });
    expect((await run([...args, '--force'])).code).toBe(0);
    expect(await labels()).toEqual({ production: 2 });
  });

  it('prints a refusal as JSON with its code and details', async () => {
    const { client, run } = await anAccountWithVersions();
    const response = await client.put('/prompts/a%2Fb/labels/production', { version: 2 });

    const { code, stdout, stderr } = await run(['promote', 'a/b', '2', '--json']);

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ ...(response.body as object), requestId: expect.any(String), status: 409 });
    expect(JSON.parse(stdout)).toMatchObject({ code: 'breaking_change', details: [{ path: 'city' }] });
    expect(stderr).toContain('city');
  });

  it.each([
    ['latest as the label', ['1', '--label', 'latest']],
    ['a malformed version', ['1.0']],
    ['a long message', ['1', '--message', 'x'.repeat(501)]],
    ['no version', []],
  ])('exits with 64 for %s', async (_what, args) => {
    const { run } = await aPromptAccount();

    expect(await run(['promote', 'a', ...args])).toMatchObject({ code: 64, stdout: '' });
  });
});

describe('prompt rollback', () => {
  it('takes back the last move of the label', async () => {
    const { run, json, labels } = await anAccountWithVersions();
    await run(['promote', 'a/b', '2', '--force']);

    expect(await run(['rollback', 'a/b', '--label', 'production'])).toEqual({
      code: 0,
      stdout: 'a/b: production now points to version 1; it was version 2.\n',
      stderr: '',
    });
    expect(await labels()).toEqual({ production: 1 });
    await run(['promote', 'a/b', '3']);
    expect(await json('rollback', 'a/b')).toMatchObject({ label: 'production', version: 1, previous: 3 });
  });

  it('rolls back only from the version that is expected', async () => {
    const { run, labels } = await anAccountWithVersions();
    await run(['promote', 'a/b', '3']);

    const { code, stdout } = await run(['rollback', 'a/b', '--from', '2', '--json']);

    expect([code, JSON.parse(stdout).code]).toEqual([1, 'precondition_failed']);
    expect(await run(['rollback', 'a/b', '--from', 'v3'])).toMatchObject({ code: 64 });
    expect(await labels()).toEqual({ production: 3 });
    expect(await run(['rollback', 'a/b', '--from', '3'])).toMatchObject({ code: 0 });
    expect(await labels()).toEqual({ production: 1 });
  });

  it('exits with 1 when there is nothing to roll back to, or no such label', async () => {
    const { run } = await anAccountWithVersions();

    const first = await run(['rollback', 'a/b', '--json']);
    const second = await run(['rollback', 'a/b', '--label', 'staging', '--json']);

    expect([first.code, JSON.parse(first.stdout).code]).toEqual([1, 'nothing_to_roll_back']);
    expect([second.code, JSON.parse(second.stdout).code]).toEqual([1, 'label_not_found']);
  });
});
