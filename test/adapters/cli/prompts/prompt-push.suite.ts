import { beforeEach, describe, expect, it } from 'vitest';
import { aTextFile, PromptFilesFixture } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { write } from '../../../support/prompt-files/prompt-folders.ts';
import type { OpenPromptService } from '../../../support/prompt-files/prompt-service.ts';
import { PULLED } from '../../../support/prompt-files/pulled-files.ts';

/** The guarantees of push; run against an in-memory service and the real one. */
export function promptPushSuite(open: OpenPromptService): void {
  let fixture: PromptFilesFixture;
  beforeEach(async () => {
    fixture = new PromptFilesFixture(await open());
  });

  describe('push', () => {
    it('reports prompts that the service already has as unchanged', async () => {
      const folder = await fixture.pushed(PULLED);

      const { code, printed, reported } = await fixture.run(['push', folder]);

      expect([code, reported]).toEqual([0, `${Object.keys(PULLED).length} unchanged`]);
      expect(printed.split('\n').every((line) => /^unchanged {4}\S+ {2}version 1$/.test(line))).toBe(true);
    });

    it('reports the outcome of each prompt', async () => {
      const folder = await fixture.pushed({
        'a.prompt.md': aTextFile('A'),
        'b.prompt.md': aTextFile('B'),
        'c.prompt.md': aTextFile('C'),
      });
      await write(folder, {
        'b.prompt.md': aTextFile('B2'),
        'c.prompt.md': aTextFile('C', 'tags: [x]\n'),
        'd.prompt.md': aTextFile('D'),
      });

      const pushed = await fixture.run(['push', folder]);

      expect(pushed.printed.split('\n')).toEqual([
        'unchanged    a  version 1',
        'new-version  b  version 2',
        'updated      c  version 1',
        'created      d  version 1',
      ]);
      expect(pushed.reported).toBe('1 created, 1 new-version, 1 updated, 1 unchanged');
    });

    it('preserves what the file omits, and clears what it sets to empty', async () => {
      const variables = 'variables:\n  - name: x\n    type: number\n';
      const described = aTextFile('A {{x}}', `description: Once\ntags: [x]\nconfig: {model: m}\n${variables}`);
      const folder = await fixture.pushed({ 'a.prompt.md': described });
      await write(folder, { 'a.prompt.md': aTextFile('A2 {{x}} {{z}}') });
      await fixture.run(['push', folder]);

      expect((await fixture.pull())['a.prompt.md']).toMatch(
        /description: Once\ntags:\n {2}- x\n.*type: number.*name: z\n {4}type: string.*\nconfig:\n {2}model: m\n/s,
      );
      expect(await fixture.outcomes({ 'a.prompt.md': aTextFile('A2 {{x}} {{z}}') }, '--dry-run')).toEqual({
        a: 'unchanged',
      });

      await write(folder, { 'a.prompt.md': aTextFile('A2', 'description: ""\ntags: []\nvariables: []\nconfig: {}\n') });
      await fixture.run(['push', folder]);

      expect((await fixture.pull())['a.prompt.md']).toContain('description: ""\ntags: []\nvariables: []\nconfig: {}\n');
    });

    it('pushes included prompts before the prompts that include them', async () => {
      const { code, printed } = await fixture.push({
        'a.prompt.md': aTextFile('{{> m/b}} {{> z}}'),
        'm/b.prompt.md': aTextFile('{{> z@latest}}!'),
        'z.prompt.md': aTextFile('{{name}}'),
        'c.prompt.md': `---\ntype: chat\n---\n## user\n{{> a}}\n`,
      });

      expect(printed.split('\n').map((line) => line.split(/ +/).slice(0, 2))).toEqual([
        ['created', 'z'],
        ['created', 'm/b'],
        ['created', 'a'],
        ['created', 'c'],
      ]);
      expect(code).toBe(0);
    });

    it('continues after a rejected prompt and reports the reason', async () => {
      const rejected = aTextFile('{{a}}', 'variables:\n  - name: a\n  - name: b\n');

      const { code, printed, reported } = await fixture.push({
        'a.prompt.md': aTextFile('A'),
        'b.prompt.md': rejected,
        'c.prompt.md': aTextFile('C'),
      });

      expect(code).toBe(1);
      expect(printed.split('\n')).toEqual(['created      a  version 1', 'failed       b', 'created      c  version 1']);
      expect(reported).toMatch(/^b: .+\n {2}Field variables\.b is declared but not used\.\n2 created, 1 failed$/);
      expect(Object.keys(await fixture.pull())).toEqual(['a.prompt.md', 'c.prompt.md']);
    });

    it('reports what looks like a tag but is plain text, and publishes it', async () => {
      const files = { 'a.prompt.md': aTextFile('Hi\n {{first-name}}') };
      const report =
        'a: content, line 2, column 2: {{first-name}} is plain text: names have only letters a to z, digits and _';

      expect(await fixture.push(files, '--dry-run')).toMatchObject({
        code: 0,
        reported: expect.stringContaining(`${report}\n`),
      });
      expect(await fixture.push(files)).toMatchObject({ code: 0, reported: `${report}\n1 created` });
    });

    it('pushes nothing when any file is invalid, and lists every problem', async () => {
      const { code, printed, reported } = await fixture.push({
        'good.prompt.md': aTextFile('fine'),
        'sub/Bad.prompt.md': aTextFile('x'),
        'moved.prompt.md': aTextFile('x', 'name: original\n'),
        'template.prompt.md': aTextFile('one\n  {{#a}}'),
        'chat.prompt.md': '---\ntype: chat\n---\n\n## user\n\nHi\n{{/b}}\n\n## placeholder 1\n',
        'yaml.prompt.md': '---\ntype: text\n  a: b\n---\n',
        'fields.prompt.md': aTextFile('{{a}}', 'tags: [A]\nvariables:\n  - name: a\n    enum: []\n'),
      });

      expect([code, printed]).toEqual([1, '']);
      expect(reported.split('\n')).toEqual([
        'chat.prompt.md:8: unopened section b at column 1',
        'fields.prompt.md:3: tags.0: malformed',
        'fields.prompt.md:6: variables.0.enum: empty',
        'moved.prompt.md:3: the name is "original", but the file is where moved belongs',
        'sub/Bad.prompt.md: no prompt can have this name: use up to 5 parts of a-z, 0-9 and . _ - joined by /',
        'template.prompt.md:5: unclosed section a at column 3',
        expect.stringMatching(/^yaml\.prompt\.md:\d: is not YAML: /),
        'Nothing was pushed: 6 files have problems.',
      ]);
      expect(await fixture.pull()).toEqual({});
    });

    it('fails on a folder without prompt files and on a missing folder', async () => {
      expect(await fixture.push({ 'README.md': 'Hi' })).toMatchObject({
        code: 1,
        reported: expect.stringMatching(/no \.prompt\.md files/),
      });
      expect(await fixture.run(['push', '/nowhere/at/all'])).toMatchObject({
        code: 1,
        reported: '/nowhere/at/all: ENOENT: no such file or directory',
      });
    });

    it('prints one JSON document with --json', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      await write(folder, { 'a.prompt.md': aTextFile('A2'), 'b.prompt.md': aTextFile('{{> gone}}') });

      const { printed } = await fixture.run(['push', folder, '--json']);

      expect(JSON.parse(printed)).toEqual({
        error: '1 failure in 2 prompts.',
        code: 'failed',
        dryRun: false,
        prompts: [
          { name: 'a', outcome: 'new-version', version: 2, warnings: [] },
          { name: 'b', outcome: 'failed', refusal: expect.objectContaining({ error: expect.any(String) }) },
        ],
        problems: [],
      });
      expect(JSON.parse((await fixture.push({ 'a.prompt.md': '' }, '--json')).printed)).toMatchObject({
        prompts: [],
        problems: [{ path: 'a.prompt.md', line: 1 }],
      });
    });
  });

  describe('push --dry-run', () => {
    it('prints the diff and changes nothing', async () => {
      const folder = await fixture.pushed({
        'a.prompt.md': aTextFile('one\ntwo\nthree'),
        'b.prompt.md': aTextFile('B'),
      });
      const before = await fixture.pull();
      await write(folder, { 'a.prompt.md': aTextFile('one\n2\x1b[31m\nthree\n'), 'c.prompt.md': aTextFile('C') });

      const { code, printed, reported } = await fixture.run(['push', folder, '--dry-run']);

      expect(code).toBe(0);
      expect(printed).toBe(
        [
          'new-version  a',
          '--- a.prompt.md (version 1)',
          '+++ a.prompt.md',
          '@@ -7,5 +7,5 @@',
          ' config: {}',
          ' ---',
          ' one',
          '-two',
          '-three',
          '\\ No newline at end of file',
          '+2␛[31m',
          '+three',
          'created  c',
          '--- /dev/null',
          '+++ c.prompt.md',
          '@@ -0,0 +1,9 @@',
          ...[
            '---',
            'name: c',
            'type: text',
            'description: ""',
            'tags: []',
            'variables: []',
            'config: {}',
            '---',
            'C',
          ].map((line) => `+${line}`),
          '\\ No newline at end of file',
        ].join('\n'),
      );
      expect(reported).toBe('2 of 3 prompts would change (1 created, 1 new-version, 1 unchanged). Nothing was pushed.');
      expect(await fixture.pull()).toEqual(before);
    });

    it('infers the same variables as the service', async () => {
      await fixture.push({
        'a.prompt.md': aTextFile('{{> b}} {{y.z}}'),
        'b.prompt.md': aTextFile('{{x}}{{#s}}{{/s}}'),
      });

      expect(await fixture.push({ 'a.prompt.md': aTextFile('{{> b}} {{y.z}}') }, '--dry-run')).toMatchObject({
        printed: '',
      });
      expect((await fixture.push({ 'a.prompt.md': aTextFile('{{> b}} {{w}}') }, '--dry-run')).printed).toContain(
        '-  - name: "y"\n-    type: json\n+  - name: w\n+    type: string\n',
      );
    });

    it('prints the labels that would move', async () => {
      await fixture.push({ 'a.prompt.md': aTextFile('A') }, '--label', 'staging');

      const again = await fixture.push({ 'a.prompt.md': aTextFile('A') }, '--dry-run', '--label', 'staging');
      const options = '--dry-run --force --label staging --label qa'.split(' ');
      const moved = await fixture.push({ 'a.prompt.md': aTextFile('A2') }, ...options);

      expect(again.printed).toBe('');
      expect(moved.printed).toMatch(/\nlabel staging: moves from version 1\nlabel qa: new$/);
      expect(await fixture.outcomes({ 'a.prompt.md': aTextFile('A') }, '--dry-run', '--label', 'qa')).toEqual({
        a: 'updated',
      });
    });
  });
}
