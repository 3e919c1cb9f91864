import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder, runFailingStart, startTestService } from '../../support/service/test-resources.ts';

describe('the configuration at start', () => {
  it('is rejected with a list of all mistakes, before anything is created', async () => {
    const folder = await createTestFolder();
    await writeFile(join(folder, 'mine.json'), '{"http": {"prot": 8080}, "usage": {"retentionDays": 0}}');

    const { code, messages, log } = await runFailingStart({
      folder,
      settings: {
        PROMPTHOLD_CONFIG: 'mine.json',
        PROMPTHOLD_LOG_LEVEL: 'inof',
        PROMPTHOLD_STORAGE_URL: 'postgress://ada:S3cret@db/prompts',
      },
    });

    expect({ code, log }).toEqual({ code: 78, log: '' });
    expect(messages.split('\n')).toEqual([
      'The configuration is not valid:',
      '  http.prot (file mine.json): is not a setting; did you mean http.port?',
      expect.stringMatching(/^ {2}storage\.url \(env PROMPTHOLD_STORAGE_URL\): .+; did you mean postgres\?$/),
      '  usage.retentionDays (file mine.json): must be a whole number from 1 to 3650, but is 0',
      expect.stringMatching(/^ {2}log\.level \(env PROMPTHOLD_LOG_LEVEL\): .+; did you mean info\?$/),
      '',
    ]);
    expect(messages).not.toContain('S3cret');
    expect(await readdir(folder)).toEqual(['mine.json']);
  });

  it('only causes a warning when a variable is unknown', async () => {
    const { messages } = await startTestService({
      settings: { PROMPTHOLD_HTP_PORT: '3000', PROMPTHOLD_SERVICE_HOST: '10.0.0.1' },
    });

    expect(messages).toContain(
      'warning: PROMPTHOLD_HTP_PORT is not a setting and is ignored; did you mean PROMPTHOLD_HTTP_PORT?\n',
    );
    expect(messages).toContain('warning: PROMPTHOLD_SERVICE_HOST is not a setting and is ignored\n');
  });

  it('is read from config/default.json if it exists', async () => {
    const folder = await createTestFolder();
    await mkdir(join(folder, 'config'));
    await writeFile(join(folder, 'config/default.json'), '{"storage": {"url": "sqlite:mine.db"}}');

    const { messages } = await startTestService({ folder });

    expect(messages).toContain('sqlite file mine.db');
  });
});
