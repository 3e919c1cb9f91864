import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../support/service/run-command.ts';
import { createTestFolder } from '../../../support/service/test-resources.ts';
import { aPromptAccount } from '../prompts/prompt-account.ts';

async function anAccountWithPrompts() {
  const { client, url, token } = await aPromptAccount();
  const settings = { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: token };
  await client.createPrompt({
    name: 'support/reply',
    content: 'Dear {{name}} from {{city}}: {{tone}}',
    variables: [
      { name: 'name', type: 'string', required: true },
      { name: 'city', type: 'string', required: false },
      { name: 'tone', type: 'string', required: true, enum: ['formal', 'warm'] },
    ],
    config: { model: 'gpt-5' },
    tags: ['support'],
    labels: ['production'],
  });
  await client.createPrompt({
    name: 'chat',
    messages: [{ role: 'user', content: '{{q}}' }, { placeholder: 'history' }],
    labels: ['production', 'staging'],
  });
  await client.createPrompt({ name: 'draft', content: 'Hello' });
  const run = (...args: readonly string[]) => runCommand(['types', ...args], { settings });
  return { client, run, file: join(await createTestFolder(), 'src/prompts.gen.ts') };
}

const REPLY =
  "  'support/reply': { type: 'text'; variables: { name: string; city?: string; tone: 'formal' | 'warm' }; config: { model: string } };\n";
const CHAT = "  'chat': { type: 'chat'; variables: { q: string }; placeholders: 'history'; config: {} };\n";

describe('prompthold types', () => {
  it('prints the types of all prompts in production, sorted by name', async () => {
    const { run } = await anAccountWithPrompts();

    const { code, stdout, stderr } = await run();

    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.endsWith(`\nexport interface Prompts {\n${CHAT}${REPLY}}\n`)).toBe(true);
  });

  it('prints the version with another label, and only prompts with all tags', async () => {
    const { client, run } = await anAccountWithPrompts();
    await client.publish('support/reply', { content: 'Dear {{name}}', labels: ['staging'] });

    expect((await run('--label', 'staging')).stdout).toContain(
      "  'support/reply': { type: 'text'; variables: { name: string }; config: { model: string } };\n",
    );
    expect((await run('--tag', 'support')).stdout).toContain(`{\n${REPLY}}`);
    expect(await run('--tag', 'support', '--tag', 'other')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Prompts {\n}\n'),
      stderr: 'There are no prompts with the label production and the tag support and the tag other.\n',
    });
    expect((await run('--label', 'latest')).stdout).toContain("'draft'");
  });

  it('includes the variables that an include has started to use since the prompt was published', async () => {
    const { client, run } = await anAccountWithPrompts();
    await client.createPrompt({ name: 'footer', content: 'Bye' });
    await client.createPrompt({ name: 'letter', content: '{{a}} {{> footer}}', labels: ['production'] });

    await client.publish('footer', { content: 'Bye, {{sender}} {{#items}}{{.}}{{/items}}', force: true });

    expect((await run()).stdout).toContain(
      "'letter': { type: 'text'; variables: { a: string; sender: string; items?: unknown }",
    );
  });

  it('writes a Python module, and names the prompts that differ', async () => {
    const { client, run, file } = await anAccountWithPrompts();
    expect(await run('--python', '--out', file)).toMatchObject({ code: 0 });
    const text = await readFile(file, 'utf8');
    expect(text).toContain(`    # support/reply
    SupportReplyVariables = TypedDict("SupportReplyVariables", {"name": str, "city": NotRequired[Optional[str]], "tone": Literal["formal", "warm"]})
    SupportReplyConfig = TypedDict("SupportReplyConfig", {"model": str})
    class SupportReplyPrompt(Prompt):
        @property
        def config(self) -> SupportReplyConfig: ...  # type: ignore[override]
        def render(self, /, **values: Unpack[SupportReplyVariables]) -> str: ...  # type: ignore[override]
`);
    expect(await run('--python', '--out', file, '--check')).toMatchObject({ code: 0, stderr: '' });

    await client.publish('chat', { messages: [{ role: 'user', content: 'Hi' }], labels: ['production'], force: true });

    const { code, stderr } = await run('--python', '--out', file, '--check');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      / {2}changed chat\n {4}- ChatVariables = .*\n {4}\+ class ChatPrompt\(Prompt\):; def render\(self, \/\)/,
    );
    expect(stderr).not.toContain('support/reply');
  });

  it('writes the file and its folder, and rewrites it only when it differs', async () => {
    const { client, run, file } = await anAccountWithPrompts();

    const first = await run('--out', file);
    const text = await readFile(file, 'utf8');
    await utimes(file, 1, 1);
    const second = await run('--out', file);
    const unchanged = await stat(file);
    await client.createPrompt({ name: 'new', content: 'New', labels: ['production'] });
    const third = await run('--out', file);

    expect(first).toEqual({ code: 0, stdout: '', stderr: `${file}: 2 prompts\n` });
    expect(text).toBe((await run()).stdout.replace(/^.*'new'.*\n/m, ''));
    expect(second).toEqual({ code: 0, stdout: '', stderr: `${file}: 2 prompts, unchanged\n` });
    expect(unchanged.mtimeMs).toBe(1000);
    expect(third.stderr).toBe(`${file}: 3 prompts\n`);
    expect(await readFile(file, 'utf8')).toContain("'new'");
    expect(await readdir(join(file, '..'))).toEqual(['prompts.gen.ts']);
  });

  it('replaces the file that a link leads to', async () => {
    const { run, file } = await anAccountWithPrompts();
    await mkdir(join(file, '..'));
    await writeFile(`${file}.real`, 'old');
    await symlink(`${file}.real`, file);

    await run('--out', file);

    expect(await readFile(`${file}.real`, 'utf8')).toContain('export interface Prompts');
  });
});

describe('prompthold types --check', () => {
  it('exits with 0 while the file is current, whatever its line breaks', async () => {
    const { run, file } = await anAccountWithPrompts();
    await run('--out', file);

    expect(await run('--out', file, '--check')).toEqual({ code: 0, stdout: '', stderr: '' });
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'));
    expect(await run('--out', file, '--check')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('exits with 1 after a promotion that changes types, names the prompts, and writes nothing', async () => {
    const { client, run, file } = await anAccountWithPrompts();
    await run('--out', file);
    const before = await readFile(file, 'utf8');
    await client.publish('chat', { messages: [{ role: 'user', content: '{{question}}' }] });
    await client.moveLabel('chat', 'production', 2, true);
    await client.createPrompt({ name: 'new', content: 'New', labels: ['production'] });
    await client.delete('/prompts/support%2Freply');

    const { code, stdout, stderr } = await run('--out', file, '--check');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`${file} differs from the prompts of the service:
  changed chat
    - { type: 'chat'; variables: { q: string }; placeholders: 'history'; config: {} }
    + { type: 'chat'; variables: { question: string }; config: {} }
  added new
    + { type: 'text'; variables: {}; config: {} }
  removed support/reply
    -${REPLY.replace(/^.*?:/, '').replace(/;\n$/, '')}
Run the command again without --check to write it.
`);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('exits with 1 when there is no file, or when something else in it differs', async () => {
    const { run, file } = await anAccountWithPrompts();

    expect(await run('--out', file, '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${file} does not exist`),
    });
    await run('--out', file);
    await writeFile(file, `// mine\n${await readFile(file, 'utf8')}`);
    expect(await run('--out', file, '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the rest of the file'),
    });
  });
});

describe('prompthold types exits with', () => {
  it.each([
    ['--check without --out', ['--check']],
    ['a malformed label', ['--label', 'No Label']],
    ['a malformed tag', ['--tag', 'No Tag']],
    ['an unknown option', ['--watch']],
    ['an operand', ['file.ts']],
  ])('64 for %s', async (_what, args) => {
    const { run } = await anAccountWithPrompts();

    expect(await run(...args)).toMatchObject({ code: 64, stdout: '' });
  });

  it('1 for a file that cannot be read or written', async () => {
    const { run, file } = await anAccountWithPrompts();
    const folder = join(file, '..');
    await mkdir(folder);

    expect(await run('--out', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/src cannot be read: EISDIR/),
    });
    await writeFile(file, '');
    await chmod(file, 0o600);
    expect(await run('--out', join(file, 'below.ts'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOTDIR'),
    });
  });
});
