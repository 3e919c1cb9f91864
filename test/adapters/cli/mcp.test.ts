import { describe, expect, it } from 'vitest';
import { runCommand } from '../../support/service/run-command.ts';
import { anUnknownKey } from '../http/support/api.ts';

const KEY = { PROMPTHOLD_KEY: anUnknownKey() };

describe('prompthold mcp', () => {
  it.each([
    ['no key', {}, 'PROMPTHOLD_KEY'],
    ['a malformed key', { PROMPTHOLD_KEY: 'ph_secret' }, 'is not a key'],
    ['a file that is not there', { PROMPTHOLD_KEY_FILE: '/nowhere/key' }, 'PROMPTHOLD_KEY_FILE'],
    ['two keys', { ...KEY, PROMPTHOLD_KEY_FILE: '/nowhere/key' }, 'together'],
    ['a malformed PROMPTHOLD_URL', { ...KEY, PROMPTHOLD_URL: 'prompts.example.com' }, 'PROMPTHOLD_URL'],
  ])('exits with 78 if there is %s', async (_what, settings, message) => {
    const { code, stdout, stderr } = await runCommand(['mcp'], { settings });

    expect(code).toBe(78);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/ph_secret|ph_[0-9a-f]/);
  });

  it.each([
    [['--tools', 'all'], 'read, write, none'],
    [['--tag', 'Not a tag'], '--tag'],
    [['--label', '9'], '--label'],
    [['--url', 'ftp://h'], '--url'],
    [['--url', 'https://ada:secret@h'], 'credentials'],
    [['--url', 'https://h?key=secret'], 'query'],
    [['--key', 'secret'], 'unknown option'],
    [['secret'], 'too many arguments'],
  ])('exits with 64 for %j', async (options, message) => {
    const { code, stdout, stderr } = await runCommand(['mcp', ...options], { settings: KEY });

    expect(code).toBe(64);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });

  it('explains itself', async () => {
    const { code, stdout } = await runCommand(['mcp', '--help']);

    expect(code).toBe(0);
    for (const option of ['--url', '--tag', '--folder', '--label', '--tools', 'PROMPTHOLD_KEY_FILE'])
      expect(stdout).toContain(option);
  });
});
