import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../../../clients/typescript/package.json' with { type: 'json' };
import { Prompthold, PromptholdError } from '../../../../clients/typescript/src/client/prompthold-client.ts';
import { readOptions } from '../../../../clients/typescript/src/options/read-options.ts';
import { VERSION } from '../../../../clients/typescript/src/version.ts';

const KEY = `ph_${'0a'.repeat(32)}`;

const problemOf = (options: object): unknown => {
  try {
    return new Prompthold({ key: KEY, ...options });
  } catch (error) {
    return error;
  }
};

afterEach(() => vi.unstubAllEnvs());

describe('the options of a client', () => {
  it('have defaults, or come from the environment', () => {
    expect(readOptions({ key: KEY })).toMatchObject({
      url: 'http://127.0.0.1:3000',
      label: undefined,
      refresh: 'stream',
      snapshotPath: undefined,
      isSnapshotFirst: false,
      timeoutMs: 2000,
      clientName: undefined,
    });
    vi.stubEnv('PROMPTHOLD_URL', 'https://example.com/prompts/');
    vi.stubEnv('PROMPTHOLD_KEY', KEY);
    vi.stubEnv('PROMPTHOLD_SNAPSHOT', 'file.json');
    expect(readOptions()).toMatchObject({ url: 'https://example.com/prompts', snapshotPath: 'file.json' });
    expect(readOptions({ snapshot: false })).toMatchObject({ snapshotPath: undefined });
  });

  it('cut a long name, and replace what a header cannot contain', () => {
    expect(readOptions({ key: KEY, name: `ü${'x'.repeat(100)}` }).clientName).toBe(`-${'x'.repeat(63)}`);
  });

  it.each([
    [{ url: 'ftp://h' }],
    [{ url: 'h' }],
    [{ url: 'http://user:secret@h' }],
    [{ url: 'http://h/?' }],
    [{ url: 'http://h/?a=secret' }],
    [{ url: 'http://h/#secret' }],
    [{ url: 7 }],
    [{ key: '' }],
    [{ key: 'ph_secret' }],
    [{ key: `${KEY}0` }],
    [{ key: KEY.toUpperCase() }],
    [{ key: 7 }],
    [{ label: '' }],
    [{ label: 'Production' }],
    [{ label: '1' }],
    [{ refresh: 'sometimes' }],
    [{ refresh: { everyMs: 999 } }],
    [{ refresh: { everyMs: Number.NaN } }],
    [{ refresh: null }],
    [{ timeoutMs: 99 }],
    [{ timeoutMs: 60_001 }],
    [{ timeoutMs: '2000' }],
    [{ snapshot: true }],
    [{ snapshot: '' }],
  ])('are rejected by the constructor if they are invalid: %o', (options) => {
    const problem = problemOf(options);

    expect(problem).toBeInstanceOf(PromptholdError);
    expect(problem).toMatchObject({ code: 'configuration' });
    expect(inspect(problem)).not.toMatch(/secret|0a0a/i);
  });

  it('need a key', () => {
    vi.stubEnv('PROMPTHOLD_KEY', '');
    vi.stubEnv('PROMPTHOLD_KEY_FILE', '');
    expect(problemOf({ key: undefined })).toMatchObject({ code: 'configuration' });

    vi.stubEnv('PROMPTHOLD_KEY_FILE', '/nowhere');
    expect(problemOf({ key: undefined })).toBeInstanceOf(Prompthold);
  });

  it('never let an exception or a rejection of onEvent through', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const event = { kind: 'stream', state: 'connected' } as const;

    readOptions({
      key: KEY,
      onEvent: () => {
        throw new Error('bug');
      },
    }).report(event);
    readOptions({ key: KEY, onEvent: async () => Promise.reject(new Error('bug')) }).report(event);
    await new Promise(setImmediate);

    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a client', () => {
  it('does not show its key', () => {
    const client = new Prompthold({ url: 'http://h/p', key: KEY });

    for (const text of [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), String(client)]) {
      expect(text).not.toContain('0a0a');
    }
    expect(inspect(client)).toBe('Prompthold {}');
  });

  it('states the version of its package', () => {
    expect(VERSION).toBe(manifest.version);
    expect(manifest).not.toHaveProperty('dependencies');
  });
});
