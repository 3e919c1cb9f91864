import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../src/adapters/composition/configuration/settings.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const SECRET = 'S3cret-horse-battery';

interface ShownSetting {
  readonly path: string;
  readonly value: unknown;
  readonly origin: string;
}

const parseSettings = (stdout: string): Map<string, ShownSetting> =>
  new Map((JSON.parse(stdout) as ShownSetting[]).map((setting) => [setting.path, setting]));

describe('config', () => {
  it('prints every setting with its value and origin', async () => {
    const folder = await createTestFolder();
    await writeFile(join(folder, 'mine.json'), '{"http": {"host": "0.0.0.0", "port": 8080}}');

    const { code, stdout, stderr } = await runCommand(['config', '--json', '--config', 'mine.json'], {
      folder,
      settings: { PROMPTHOLD_HTTP_PORT: '9090' },
    });

    const shown = parseSettings(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect([...shown.keys()]).toEqual(settings.map(({ path }) => path));
    expect(shown.get('http.port')).toEqual({ path: 'http.port', value: 9090, origin: 'env PROMPTHOLD_HTTP_PORT' });
    expect(shown.get('http.host')).toEqual({ path: 'http.host', value: '0.0.0.0', origin: 'file mine.json' });
    expect(shown.get('log.level')).toEqual({ path: 'log.level', value: 'info', origin: 'default' });
    expect(shown.get('http.publicUrl')).toEqual({ path: 'http.publicUrl', value: null, origin: 'default' });
  });

  it('rejects a secret file that is not UTF-8 instead of decoding it to a different secret', async () => {
    const folder = await createTestFolder();
    await writeFile(join(folder, 'password'), Buffer.from('Wörter, die länger sind', 'latin1'));
    const settings = {
      PROMPTHOLD_ACCOUNTS_INIT_EMAIL: 'ada@example.com',
      PROMPTHOLD_ACCOUNTS_INIT_PASSWORD_FILE: 'password',
    };

    const { code, stdout, stderr } = await runCommand(['config'], { folder, settings });

    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('PASSWORD_FILE): names a file that is not UTF-8\n');
  });

  it('prints the same settings as a table without empty cells', async () => {
    const { code, stdout, stderr } = await runCommand(['config'], {
      folder: await createTestFolder(),
      settings: { PROMPTHOLD_HTTP_PORT: '9090' },
    });

    const [heads, ...rows] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(heads).toEqual(['SETTING', 'VALUE', 'ORIGIN']);
    expect(rows.map(([path]) => path)).toEqual(settings.map(({ path }) => path));
    expect(rows.filter((row) => row.length !== 3)).toEqual([]);
    expect(rows).toContainEqual(['http.port', '9090', 'env PROMPTHOLD_HTTP_PORT']);
    expect(rows).toContainEqual(['http.corsOrigins', '-', 'default']);
  });

  it.each([['config'], ['config --json']])('masks every secret: %s', async (commandLine) => {
    const run = await runCommand(commandLine.split(' '), {
      folder: await createTestFolder(),
      settings: {
        PROMPTHOLD_STORAGE_URL: `postgres://ada:${SECRET}@db.example.com/prompts`,
        PROMPTHOLD_ACCOUNTS_INIT_EMAIL: 'ada@example.com',
        PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: SECRET,
      },
    });

    expect(run.code).toBe(0);
    expect(run.stdout).toContain('postgres://ada:••••@db.example.com/prompts');
    expect(run.stdout).toMatch(/accounts\.init\.password\W+(value\W+)?••••/);
    expect(run.stdout + run.stderr).not.toContain(SECRET);
  });
});
