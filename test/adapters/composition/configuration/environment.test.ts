import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../../src/adapters/composition/configuration/configuration.ts';
import { settings } from '../../../../src/adapters/composition/configuration/settings.ts';
import { configurationError, readFrom } from '../../../support/builders/a-configuration.ts';

type Texts = Readonly<Record<string, string>>;

/** Loads without a configuration file; only the given files exist. */
const load = (environment: Texts, files: Texts = {}) => loadConfiguration({ environment, readFile: readFrom(files) });

const mistakesOf = (environment: Texts, files: Texts = {}) =>
  configurationError({ environment, readFile: readFrom(files) })?.mistakes ?? [];

describe('the name of an environment variable', () => {
  it.each([
    ['storage.url', 'PROMPTHOLD_STORAGE_URL'],
    ['http.publicUrl', 'PROMPTHOLD_HTTP_PUBLIC_URL'],
    ['storage.redis.minReplicas', 'PROMPTHOLD_STORAGE_REDIS_MIN_REPLICAS'],
    ['accounts.init.email', 'PROMPTHOLD_ACCOUNTS_INIT_EMAIL'],
  ])('of %s is %s', (path, name) => {
    expect(settings.find((setting) => setting.path === path)?.environmentName).toBe(name);
  });

  it('is unique', () => {
    const names = settings.flatMap(({ environmentName, fileVariable }) => [environmentName, fileVariable ?? []].flat());
    const others = ['PROMPTHOLD_CONFIG', 'PROMPTHOLD_URL', 'PROMPTHOLD_KEY', 'PROMPTHOLD_KEY_FILE'];

    expect(new Set([...names, ...others]).size).toBe(names.length + others.length);
  });

  it('exists for every setting', () => {
    const examples: Readonly<Record<string, string>> = {
      'http.host': '::',
      'http.port': '8080',
      'http.publicUrl': 'https://example.com',
      'http.trustProxy': '1',
      'http.corsOrigins': 'https://a.example',
      'http.allowedHosts': 'prompts.internal',
      'http.maxConnections': '100',
      'http.workers': '2',
      'storage.url': 'redis://cache',
      'storage.postgres.pooled': 'true',
      'storage.redis.minReplicas': '1',
      'keyring.file': 'keys.json',
      'accounts.signup': 'open',
      'accounts.signupsPerHour': '20',
      'accounts.init.email': 'a@b.c',
      'accounts.init.name': 'Ann',
      'accounts.init.password': 'correct horse',
      'limits.prompts': '10',
      'limits.versionsPerPrompt': '10',
      'limits.contentBytes': '1000',
      'changes.retentionDays': '14',
      'usage.retentionDays': '7',
      'usage.callers': 'masked',
      'webhooks.enabled': 'true',
      'webhooks.allow': 'private,hooks.internal',
      'log.level': 'debug',
      'metrics.enabled': 'true',
    };
    const { origins } = load(
      Object.fromEntries(settings.map(({ path, environmentName }) => [environmentName, examples[path] ?? ''])),
    );

    expect([...origins]).toEqual(settings.map(({ path, environmentName }) => [path, `env ${environmentName}`]));
  });
});

describe('the settings', () => {
  it('each have a one-line description', () => {
    for (const { meaning } of settings) expect(meaning).toMatch(/^\S[^\n]+\.$/);
  });

  it('include exactly two secrets', () => {
    expect(settings.filter(({ secret }) => secret).map(({ path }) => path)).toEqual([
      'storage.url',
      'accounts.init.password',
    ]);
  });

  it('have a kind and a default', () => {
    expect(settings.find(({ path }) => path === 'http.port')).toMatchObject({ kind: 'number', defaultValue: 3000 });
    expect(settings.find(({ path }) => path === 'http.publicUrl')).toMatchObject({
      kind: 'text',
      defaultValue: undefined,
    });
    expect(settings.find(({ path }) => path === 'http.corsOrigins')).toMatchObject({ kind: 'list', defaultValue: [] });
  });
});

describe('a value in the environment', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('%s is read as the boolean %s', (text, value) => {
    expect(load({ PROMPTHOLD_METRICS_ENABLED: text }).configuration.metrics.enabled).toBe(value);
  });

  it.each(['yes', 'TRUE', ' true', '2'])('%j is rejected as a boolean', (text) => {
    expect(mistakesOf({ PROMPTHOLD_METRICS_ENABLED: text })).toEqual([
      {
        path: 'metrics.enabled',
        origin: 'env PROMPTHOLD_METRICS_ENABLED',
        problem: `must be true or false, but is "${text}"`,
      },
    ]);
  });

  it.each(['0', '8080', '65535'])('%s is read as a number', (text) => {
    expect(load({ PROMPTHOLD_HTTP_PORT: text }).configuration.http.port).toBe(Number(text));
  });

  it.each(['1e3', '0x50', '080', '80.0', ' 80', '80 ', '+80', '-0', '-1', '8_0', '99999', 'tcp://10.0.0.1:80'])(
    '%j is rejected as a port',
    (text) => {
      expect(mistakesOf({ PROMPTHOLD_HTTP_PORT: text })).toMatchObject([
        { path: 'http.port', problem: expect.stringContaining('must be a whole number from 0 to 65535, but is ') },
      ]);
    },
  );

  it('is split at commas into a list, without surrounding spaces', () => {
    const { configuration } = load({ PROMPTHOLD_HTTP_CORS_ORIGINS: 'https://a.example, http://localhost:5173' });

    expect(configuration.http.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
  });

  it('is ignored when empty', () => {
    const empty = Object.fromEntries(settings.map(({ environmentName }) => [environmentName, '']));
    const { origins, warnings } = load({
      ...empty,
      PROMPTHOLD_CONFIG: '',
      PROMPTHOLD_STORAGE_URL_FILE: '',
      PROMPTHOLD_UNKNOWN: '',
    });

    expect(new Set(origins.values())).toEqual(new Set(['default']));
    expect(warnings).toEqual([]);
  });
});

describe('an unknown variable', () => {
  it('causes a warning with the closest match, if any, and without its value', () => {
    const { warnings } = load({
      PROMPTHOLD_STORAGE_ULR: 'S3cr3t',
      PROMPTHOLD_SERVICE_HOST: '10.0.0.1',
      PROMPTHOLD_HTTP_PORT_FILE: 'x',
      PATH: '/bin',
    });

    expect(warnings).toEqual([
      'PROMPTHOLD_HTTP_PORT_FILE is not a setting and is ignored',
      'PROMPTHOLD_SERVICE_HOST is not a setting and is ignored',
      'PROMPTHOLD_STORAGE_ULR is not a setting and is ignored; did you mean PROMPTHOLD_STORAGE_URL?',
    ]);
  });

  it('does not include the variables of the CLI', () => {
    const { warnings } = load(
      {
        PROMPTHOLD_CONFIG: 'my.json',
        PROMPTHOLD_URL: 'http://h',
        PROMPTHOLD_KEY: 'ph_x',
        PROMPTHOLD_KEY_FILE: 'key',
      },
      { 'my.json': '{}' },
    );

    expect(warnings).toEqual([]);
  });
});

describe('a secret in a file', () => {
  const init = { PROMPTHOLD_ACCOUNTS_INIT_EMAIL: 'a@b.c', PROMPTHOLD_ACCOUNTS_INIT_PASSWORD_FILE: '/run/secrets/pw' };

  it.each([
    ['correct horse', 'correct horse'],
    ['correct horse\n', 'correct horse'],
    ['correct horse\r\n', 'correct horse'],
    ['correct horse\n\n', 'correct horse\n'],
    [' correct horse ', ' correct horse '],
  ])('%j is read as %j', (content, password) => {
    const { configuration, origins, warnings } = load(init, { '/run/secrets/pw': content });

    expect(configuration.accounts.init?.password).toBe(password);
    expect(warnings).toEqual([]);
    expect(origins.get('accounts.init.password')).toBe('env PROMPTHOLD_ACCOUNTS_INIT_PASSWORD_FILE');
  });

  it('takes precedence over the configuration file', () => {
    const { configuration } = load(
      { PROMPTHOLD_CONFIG: 'my.json', PROMPTHOLD_STORAGE_URL_FILE: 'url' },
      { 'my.json': '{"storage": {"url": "sqlite:x.db"}}', url: 'redis://cache\n' },
    );

    expect(configuration.storage.location.kind).toBe('redis');
  });

  it('must not also be set directly', () => {
    expect(
      mistakesOf({ PROMPTHOLD_STORAGE_URL: 'redis://h', PROMPTHOLD_STORAGE_URL_FILE: 'url' }, { url: 'redis://h' }),
    ).toEqual([
      {
        path: 'storage.url',
        origin: 'env PROMPTHOLD_STORAGE_URL_FILE',
        problem: 'must not be set together with PROMPTHOLD_STORAGE_URL',
      },
    ]);
  });

  it('must exist; otherwise this is the only mistake reported, without the file name', () => {
    expect(mistakesOf({ ...init, PROMPTHOLD_ACCOUNTS_INIT_PASSWORD_FILE: 'S3cr3t' })).toEqual([
      {
        path: 'accounts.init.password',
        origin: 'env PROMPTHOLD_ACCOUNTS_INIT_PASSWORD_FILE',
        problem: 'names a file that does not exist',
      },
    ]);
  });

  it('must not be empty', () => {
    expect(mistakesOf(init, { '/run/secrets/pw': '\n' })).toMatchObject([{ problem: 'must not be empty' }]);
  });
});

describe('a certificate file in a Postgres URL', () => {
  const url = 'postgres://ann:S3cr3t@db/x?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&sslkey=key.pem';

  it('is accepted when it exists', () => {
    expect(mistakesOf({ PROMPTHOLD_STORAGE_URL: url }, { '/etc/ca.pem': 'a', 'key.pem': 'b' })).toEqual([]);
  });

  it.each([
    [{ 'key.pem': 'b' }, 'sslrootcert'],
    [{ '/etc/ca.pem': 'a' }, 'sslkey'],
  ])('is a mistake when it is missing: with only %j', (files, parameter) => {
    expect(mistakesOf({ PROMPTHOLD_STORAGE_URL: url }, files)).toEqual([
      {
        path: 'storage.url',
        origin: 'env PROMPTHOLD_STORAGE_URL',
        problem: `names in ${parameter} a file that does not exist`,
      },
    ]);
  });
});
