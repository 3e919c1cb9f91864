import { describe, expect, it } from 'vitest';
import { aTextFile } from '../../support/prompt-files/prompt-files-fixture.ts';
import { createPromptFolder, readFiles } from '../../support/prompt-files/prompt-folders.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { anUnknownKey } from '../http/support/api.ts';
import { anEntry } from './imports/import-account.ts';
import { aPromptAccount } from './prompts/prompt-account.ts';

const FILES = {
  'a.prompt.md': aTextFile('A'),
  'langfuse.json': JSON.stringify([anEntry({})]),
  'snapshot.json': 'of an earlier run',
};

/** Failures of the commands for one prompt are tested in prompts/prompt-failures.test.ts. */
describe.each(['types', 'snapshot snapshot.json', 'import langfuse.json', 'prompt push .', 'prompt pull .'])(
  'prompthold %s',
  (commandLine) => {
    it.each([
      ['a key that is not accepted', 1, async () => (await aPromptAccount()).url, 'does not accept the key'],
      ['no service', 69, async () => `http://127.0.0.1:${await freePort()}`, 'cannot be reached: connect ECONNREFUSED'],
    ])('reports %s with the exit code %i, and leaves files alone', async (_what, expected, findUrl, reason) => {
      const folder = await createPromptFolder(FILES);
      const settings = { PROMPTHOLD_URL: await findUrl(), PROMPTHOLD_KEY: anUnknownKey() };

      const { code, stdout, stderr } = await runCommand(commandLine.split(' '), { folder, settings });

      expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
      expect(stderr).toContain(reason);
      expect(await readFiles(folder)).toEqual(FILES);
    });

    it('exits with 78 without a key', async () => {
      const folder = await createPromptFolder(FILES);

      expect(await runCommand(commandLine.split(' '), { folder })).toMatchObject({
        code: 78,
        stdout: '',
        stderr: expect.stringContaining('env PROMPTHOLD_KEY: must be set'),
      });
    });
  },
);
