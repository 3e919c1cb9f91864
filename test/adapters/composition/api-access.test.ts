import { describe, expect, it } from 'vitest';
import { apiAccess } from '../../../src/adapters/composition/commands/api-access.ts';
import { ConfigurationError } from '../../../src/adapters/composition/configuration/errors.ts';

const KEY = `ph_${'0a'.repeat(32)}`;

const noFile = (): never => {
  throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
};

/** The configuration mistakes reported for this environment. */
function mistakesIn(
  environment: Record<string, string>,
  readFile: (path: string) => string = noFile,
): readonly string[] {
  try {
    apiAccess(environment, readFile);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.mistakes.map(({ origin, problem }) => `${origin}: ${problem}`);
    throw error;
  }
  return [];
}

describe('access to the API', () => {
  it('needs only a key', () => {
    const { url, key, clientName } = apiAccess({ PROMPTHOLD_KEY: KEY, PROMPTHOLD_URL: '' });

    expect([url, key.reveal()]).toEqual(['http://127.0.0.1:3000', KEY]);
    expect(clientName).toMatch(/^prompthold-cli\/\d+\.\d+\.\d+/);
  });

  it('accepts a URL with a path and a key from a file', () => {
    const environment = { PROMPTHOLD_URL: 'HTTPS://Example.com:8443/prompts//', PROMPTHOLD_KEY_FILE: '/run/key' };
    const { url, key } = apiAccess(environment, (path) => (path === '/run/key' ? `${KEY}\r\n` : ''));

    expect([url, key.reveal()]).toEqual(['https://example.com:8443/prompts', KEY]);
  });

  it.each([
    [{}, ['env PROMPTHOLD_KEY: must be set to the key of an account, or PROMPTHOLD_KEY_FILE to a file']],
    [{ PROMPTHOLD_KEY: `${KEY}0` }, ['env PROMPTHOLD_KEY: is not a key: a key is ph_ and 64 of 0-9 and a-f']],
    [
      { PROMPTHOLD_KEY: KEY, PROMPTHOLD_KEY_FILE: 'x' },
      ['env PROMPTHOLD_KEY_FILE: must not be set together with PROMPTHOLD_KEY'],
    ],
    [{ PROMPTHOLD_KEY_FILE: 'x' }, ['env PROMPTHOLD_KEY_FILE: names a file that does not exist']],
    [
      { PROMPTHOLD_KEY: KEY, PROMPTHOLD_URL: 'localhost:3000' },
      ['env PROMPTHOLD_URL: must be a URL that begins with http:// or https://'],
    ],
    [{ PROMPTHOLD_KEY: KEY, PROMPTHOLD_URL: 'http://a:b@c' }, ['env PROMPTHOLD_URL: must not carry credentials']],
    [
      { PROMPTHOLD_URL: 'http://c?x' },
      [
        'env PROMPTHOLD_URL: must not have a query or a fragment',
        'env PROMPTHOLD_KEY: must be set to the key of an account, or PROMPTHOLD_KEY_FILE to a file',
      ],
    ],
  ])('reports every mistake in %j, and never prints the key', (environment, expected) => {
    const reported = mistakesIn(environment);

    expect(reported).toEqual(expected);
    expect(JSON.stringify(reported)).not.toContain(KEY.slice(3));
  });

  it('does not print the content of a key file', () => {
    expect(mistakesIn({ PROMPTHOLD_KEY_FILE: 'x' }, () => 'secret')).toEqual([
      'env PROMPTHOLD_KEY_FILE: is not a key: a key is ph_ and 64 of 0-9 and a-f',
    ]);
  });
});
