import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataIn, pageIn } from '../../http/prompts/support/client.ts';
import { anEntry, anImport } from './import-account.ts';

const PROMPT_YAML = 'model: m\nmessages:\n  - role: user\n    content: "{{q}}"\n';

describe('import', () => {
  it('imports a file with versions and labels', async () => {
    const { client, run } = await anImport({
      'langfuse.json': [anEntry({ labels: [] }), anEntry({ version: 2, prompt: 'Dear {{name}}' })],
    });

    expect(await run(['@langfuse.json'])).toEqual({
      code: 0,
      stdout: 'created    greet  2 versions\n',
      stderr: '1 created\n',
    });
    expect(dataIn(await client.get('/prompts/greet'))).toMatchObject({
      version: 2,
      content: 'Dear {{name}}',
      labels: { production: 2 },
      publishedAt: '2026-03-02T09:15:00.000Z',
    });
  });

  it('imports folders, names prompts by their paths, and leaves other files alone', async () => {
    const { client, run } = await anImport({
      'prompts/team/ask.prompt.yml': PROMPT_YAML,
      'prompts/openai.json': { model: 'm', input: '{{q}}' },
      'prompts/README.md': 'Hi',
      'prompts/package.json': { name: 'x' },
      'prompts/node_modules/x/other.prompt.yml': PROMPT_YAML,
      'prompts/.hidden.prompt.yml': PROMPT_YAML,
      'prompts/.github/review.prompt.yml': PROMPT_YAML,
      'prompts/.vscode/settings.json': '// not JSON',
    });

    const { code, stdout, stderr } = await run(['@prompts', '--label', 'production', '--folder', 'from/here']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: 'ignored: package.json\n3 created\n' });
    expect(stdout.split('\n').sort()).toEqual([
      '',
      'created    from/here/github/review  1 version',
      'created    from/here/openai  1 version',
      'created    from/here/team/ask  1 version',
    ]);
    expect(pageIn(await client.get('/prompts')).data).toMatchObject([
      { name: 'from/here/github/review', labels: { production: 1 } },
      { name: 'from/here/openai', labels: { production: 1 } },
      { name: 'from/here/team/ask', labels: { production: 1 } },
    ]);
    expect(dataIn(await client.get('/prompts/from%2Fhere%2Fteam%2Fask'))).toMatchObject({
      message: 'imported from team/ask.prompt.yml',
    });
  });

  it('imports what is included before what includes it', async () => {
    const { run } = await anImport({
      'langfuse.json': [
        anEntry({ name: 'a', prompt: '@@@langfusePrompt:name=b|label=production@@@' }),
        anEntry({ name: 'b' }),
      ],
    });

    expect((await run(['@langfuse.json'])).stdout).toBe('created    b  1 version\ncreated    a  1 version\n');
  });

  it('skips names that are taken, and merges what is missing if it is asked to', async () => {
    const { client, run } = await anImport({
      'one.json': [anEntry({})],
      'two.json': [anEntry({}), anEntry({ version: 2, labels: [], prompt: 'Two' })],
      'other.json': [anEntry({ prompt: 'Other' })],
    });
    await run(['@one.json']);

    expect(await run(['@two.json'])).toMatchObject({ code: 0, stdout: 'skipped    greet  2 versions\n' });
    expect(await run(['@two.json', '--mode', 'merge'])).toMatchObject({ code: 0, stderr: '1 merged\n' });
    expect(await run(['@two.json', '--mode', 'merge'])).toMatchObject({ code: 0, stderr: '1 unchanged\n' });
    expect(await run(['@other.json', '--mode', 'merge'])).toMatchObject({
      code: 1,
      stderr: '1 conflict\nNot everything was imported.\n',
    });
    expect(dataIn(await client.get('/prompts/greet/versions'))).toHaveLength(2);
  });

  it('reports losses on stderr with file and line, and imports the rest', async () => {
    const { run } = await anImport({
      'langfuse.json': [anEntry({ labels: ['2nd', 'Live', 'live'], prompt: 'Hi {{first-name}}' })],
    });

    const { code, stdout, stderr } = await run(['@langfuse.json']);

    expect({ code, stdout }).toEqual({ code: 0, stdout: 'created    greet  1 version\n' });
    expect(stderr.split('\n')).toEqual([
      'lost: langfuse.json:1 0.prompt: {{first-name}} is renamed: first-name becomes first_name',
      'lost: langfuse.json:1 0: label "2nd" becomes v2nd',
      'lost: langfuse.json:1 0: label "Live" is dropped: it would be live, which is another label of this prompt',
      '1 created',
      '',
    ]);
  });

  it('sends nothing with --strict if anything would be lost', async () => {
    const { client, run } = await anImport({ 'langfuse.json': [anEntry({ labels: ['2nd'] }), anEntry({ name: 'b' })] });

    expect(await run(['@langfuse.json', '--strict'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Nothing was imported, because of --strict.\n'),
    });
    expect(pageIn(await client.get('/prompts')).data).toEqual([]);
  });

  it('writes nothing in a dry run', async () => {
    const { client, run } = await anImport({ 'langfuse.json': [anEntry({})] });

    expect(await run(['@langfuse.json', '--dry-run'])).toEqual({
      code: 0,
      stdout: 'created    greet  1 version\n',
      stderr: '1 created (nothing was written)\n',
    });
    expect(pageIn(await client.get('/prompts')).data).toEqual([]);
  });

  it('names file, line and tag of what cannot be converted, and imports the rest', async () => {
    const text =
      'handle: x\nmessages:\n  - role: user\n    content: |\n      Hi.\n      {% if age >= 18 %}a{% endif %}\n';
    const { client, run } = await anImport({ 'p/age.prompt.yaml': text, 'p/ask.prompt.yaml': PROMPT_YAML });

    expect(await run(['@p'])).toEqual({
      code: 1,
      stdout: 'created    ask  1 version\n',
      stderr: 'not convertible: age.prompt.yaml:6 {% if age >= 18 %}\n1 created\nNot everything was imported.\n',
    });

    expect((await run(['@p', '--raw'])).code).toBe(0);
    expect(dataIn(await client.get('/prompts/x'))).toMatchObject({
      messages: [{ content: 'Hi.\n{% if age >= 18 %}a{% endif %}\n' }],
    });
  });

  it.each<[string, readonly string[], string]>([
    ['a damaged file', ['@damaged.json'], 'damaged.json:1: is not JSON: '],
    ['a file that is not there', ['@missing.json'], 'missing.json: ENOENT: no such file or directory'],
    ['a file in no known format', ['@notes.txt'], 'notes.txt: is in no format that is known here'],
    ['a file that is not text', ['@binary.json'], 'binary.json: is not text in UTF-8'],
    ['a folder without prompts', ['@empty'], 'empty: holds no prompts'],
    ['a file that is not what the user says', ['@notes.txt', '--from', 'promptlayer'], 'notes.txt'],
  ])('exits with 1 for %s, and says why', async (_, args, reason) => {
    const { run, folder } = await anImport({ 'damaged.json': '[{"a', 'notes.txt': 'Hi', 'empty/readme.txt': '' });
    await writeFile(join(folder, 'binary.json'), Buffer.from([0x22, 0xff, 0x22]));

    const { code, stdout, stderr } = await run(args);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(reason);
  });

  it.each<[string, readonly string[]]>([
    ['no file', []],
    ['an unknown source', ['@a.json', '--from', 'word']],
    ['a folder that is none', ['@a.json', '--folder', 'Not Valid']],
    ['a label that cannot be moved', ['@a.json', '--label', 'latest']],
    ['an unknown mode', ['@a.json', '--mode', 'overwrite']],
    ['a URL without a source', ['--url', 'https://langfuse.example.com']],
    ['a URL with credentials', ['--from', 'langfuse', '--url', 'https://a:b@langfuse.example.com']],
    ['a URL and files', ['@a.json', '--from', 'langfuse', '--url', 'https://langfuse.example.com']],
  ])('exits with 64 for %s', async (_, args) => {
    const { run } = await anImport({ 'a.json': [anEntry({})] });

    expect((await run(args)).code).toBe(64);
  });

  it('prints everything as JSON', async () => {
    const { run } = await anImport({ 'langfuse.json': [anEntry({ tags: ['A b'] })], 'damaged.json': '{' });

    const { code, stdout } = await run(['@langfuse.json', '@damaged.json', '--json']);

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: 'Not everything was imported.',
      code: 'refused',
      dryRun: false,
      prompts: [{ name: 'greet', versions: 1, result: 'created' }],
      losses: [{ file: 'langfuse.json', path: '0', line: 1, problem: 'tag "A b" becomes a-b' }],
      refusals: [{ file: 'damaged.json', path: '', line: 1, problem: expect.stringMatching(/^is not JSON/) }],
      ignored: [],
    });
  });

  it('prints why the service refused a prompt', async () => {
    const { run } = await anImport({
      'langfuse.json': [
        anEntry({ prompt: '@@@langfusePrompt:name=elsewhere|label=production@@@' }),
        anEntry({ name: 'b' }),
      ],
    });

    const { code, stdout, stderr } = await run(['@langfuse.json']);

    expect({ code, stdout }).toEqual({ code: 1, stdout: 'failed     greet  1 version\ncreated    b  1 version\n' });
    expect(stderr).toContain('elsewhere');
  });
});
