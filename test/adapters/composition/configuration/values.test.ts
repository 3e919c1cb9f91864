import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../../src/adapters/composition/configuration/configuration.ts';
import { effectiveValues } from '../../../../src/adapters/composition/configuration/effective-values.ts';
import { ConfigurationError } from '../../../../src/adapters/composition/configuration/errors.ts';
import { readOptions } from '../../../../src/adapters/composition/configuration/options.ts';
import { settings } from '../../../../src/adapters/composition/configuration/settings.ts';
import { configurationError } from '../../../support/builders/a-configuration.ts';
import fc from '../../../support/seeded-fast-check.ts';

const sourcesOf = (file: unknown, environment: Readonly<Record<string, string>> = {}) => ({
  environment,
  readFile: () => JSON.stringify(file),
});

const load = (...sources: Parameters<typeof sourcesOf>) => loadConfiguration(sourcesOf(...sources));

/** The path and problem of each mistake. */
const problemsOf = (...sources: Parameters<typeof sourcesOf>): string[] =>
  (configurationError(sourcesOf(...sources))?.mistakes ?? []).map(({ path, problem }) => `${path} ${problem}`);

describe('a configuration', () => {
  it('has a default for every required setting', () => {
    const { configuration, warnings } = load({});

    expect(configuration).toEqual({
      http: {
        host: '127.0.0.1',
        port: 3000,
        publicUrl: undefined,
        trustProxy: 0,
        corsOrigins: [],
        allowedHosts: [],
        maxConnections: 4096,
        workers: 1,
      },
      storage: {
        url: 'sqlite:data/prompthold.db',
        location: { kind: 'sqlite', file: 'data/prompthold.db' },
        postgres: { pooled: false },
        redis: { minReplicas: 0 },
      },
      keyring: { file: 'data/keyring.json' },
      accounts: { signup: 'closed', signupsPerHour: 10, init: undefined },
      limits: { prompts: 100_000, versionsPerPrompt: 10_000, contentBytes: 1024 ** 3 },
      changes: { retentionDays: 30 },
      usage: { retentionDays: 90, callers: 'full' },
      webhooks: { enabled: false, allow: [] },
      log: { level: 'info' },
      metrics: { enabled: false },
    });
    expect(warnings).toEqual([]);
  });

  it('prefers the file over defaults, and the environment over the file', () => {
    const { configuration, origins } = load(
      { http: { port: 1000, host: '0.0.0.0' } },
      { PROMPTHOLD_HTTP_PORT: '2000' },
    );

    expect(configuration.http).toMatchObject({ port: 2000, host: '0.0.0.0', trustProxy: 0 });
    expect(origins.get('http.port')).toBe('env PROMPTHOLD_HTTP_PORT');
    expect(origins.get('http.host')).toBe('file config/default.json');
    expect(origins.get('http.trustProxy')).toBe('default');
  });

  it('prefers options of the command line over everything', () => {
    const { configuration, origins } = loadConfiguration({
      environment: { PROMPTHOLD_HTTP_PORT: '2000', PROMPTHOLD_HTTP_HOST: '0.0.0.0' },
      options: readOptions({ port: '4000', host: '::1' }),
      readFile: () => '{"http": {"port": 1000}}',
    });

    expect(configuration.http).toMatchObject({ port: 4000, host: '::1' });
    expect(origins.get('http.port')).toBe('option --port');
  });

  it('reports a wrong value of the environment that an option overrides', () => {
    const load = () =>
      loadConfiguration({ environment: { PROMPTHOLD_HTTP_PORT: 'x' }, options: readOptions({ port: '4000' }) });

    expect(load).toThrow('http.port (env PROMPTHOLD_HTTP_PORT): must be a whole number');
  });

  it('has the origin of every setting', () => {
    expect([...load({}).origins.keys()]).toEqual(settings.map(({ path }) => path));
  });

  it('contains the complete first account', () => {
    const { configuration } = load({ accounts: { init: { email: 'a@b.c', password: 'correct horse' } } });

    expect(configuration.accounts.init).toEqual({ email: 'a@b.c', name: 'a', password: 'correct horse' });
  });
});

describe('configuration mistakes', () => {
  it('are all reported together, each with path, origin and problem', () => {
    const attempt = () =>
      load(
        { http: { port: 'x', prot: 1 }, usage: { retentionDays: 0 }, accounts: { init: { name: 'Ann' } } },
        { PROMPTHOLD_LOG_LEVEL: 'inof', PROMPTHOLD_STORAGE_URL: 'postgress://u:S3cr3t@h/db' },
      );

    const file = 'file config/default.json';
    const rows = [
      ['http.prot', file, 'is not a setting; did you mean http.port?'],
      ['http.port', file, 'must be a whole number from 0 to 65535, but is "x"'],
      [
        'storage.url',
        'env PROMPTHOLD_STORAGE_URL',
        'must begin with one of sqlite:, postgres://, postgresql://, redis://, rediss://, redis-cluster://, rediss-cluster://, redis-sentinel://; did you mean postgres?',
      ],
      ['accounts.init.name', file, 'needs accounts.init.email as well'],
      ['usage.retentionDays', file, 'must be a whole number from 1 to 3650, but is 0'],
      [
        'log.level',
        'env PROMPTHOLD_LOG_LEVEL',
        'must be one of fatal, error, warn, info, debug, trace, silent, but is "inof"; did you mean info?',
      ],
    ] as const;
    expect(attempt).toThrow(new ConfigurationError(rows.map(([path, origin, problem]) => ({ path, origin, problem }))));
  });

  it('are reported even when another source overrides the value', () => {
    expect(problemsOf({ http: { port: -1 } }, { PROMPTHOLD_HTTP_PORT: '80' })).toEqual([
      'http.port must be a whole number from 0 to 65535, but is -1',
    ]);
  });

  it('name the list element', () => {
    expect(problemsOf({ http: { corsOrigins: ['https://a.example', '*'] } })).toEqual([
      'http.corsOrigins[1] must not be *: name every origin whose pages may call the API',
    ]);
  });
});

describe('a value in the file', () => {
  it.each([
    [{ http: { host: '' } }],
    [{ http: { host: 'a b' } }],
    [{ http: { port: 65536 } }],
    [{ http: { port: 1.5 } }],
    [{ http: { port: '3000' } }],
    [{ http: { port: null } }],
    [{ http: { trustProxy: 33 } }],
    [{ http: { trustProxy: true } }],
    [{ http: { corsOrigins: 'https://a.example' } }],
    [{ storage: { url: '' } }],
    [{ storage: { url: { password: 'x' } } }],
    [{ storage: { postgres: { pooled: 'true' } } }],
    [{ storage: { redis: { minReplicas: -1 } } }],
    [{ keyring: { file: '' } }],
    [{ accounts: { signup: 'opened' } }],
    [{ changes: { retentionDays: 0 } }],
    [{ changes: { retentionDays: 3651 } }],
    [{ usage: { retentionDays: 3651 } }],
    [{ log: { level: 'INFO' } }],
    [{ metrics: { enabled: 1 } }],
    [{ webhooks: { enabled: 'yes' } }],
    [{ webhooks: { allow: 'private' } }],
    [{ webhooks: { allow: Array(101).fill('private') } }],
  ])('is rejected with one mistake when it has the wrong type or range: %j', (file) => {
    expect(problemsOf(file)).toHaveLength(1);
  });

  it.each([
    [
      {
        http: {
          port: 0,
          trustProxy: 32,
          corsOrigins: ['https://a.example', 'http://localhost:5173', 'http://[::1]:8080'],
        },
      },
    ],
    [{ http: { host: '::', port: 65535, publicUrl: 'http://10.0.0.1:8080/a/b' } }],
    [
      {
        webhooks: { enabled: true, allow: ['private', 'hooks.internal', '10.1.2.3', '10.1.0.0/16', '::1', 'fd00::/8'] },
      },
    ],
    [
      {
        storage: { postgres: { pooled: true }, redis: { minReplicas: 2 } },
        usage: { retentionDays: 3650 },
        changes: { retentionDays: 3650 },
      },
    ],
    [
      {
        accounts: { signup: 'open', init: { email: 'a@b.c', name: 'b', password: 'twelve chars' } },
        log: { level: 'silent' },
      },
    ],
  ])('is accepted up to its limits: %j', (file) => {
    expect(problemsOf(file)).toEqual([]);
  });

  it('gets a suggestion when it is close to an allowed one', () => {
    expect(problemsOf({ accounts: { signup: 'opened' } })).toEqual([
      'accounts.signup must be one of closed, open, but is "opened"; did you mean open?',
    ]);
  });
});

describe('the public URL', () => {
  it.each([
    ['example.com', 'must be a URL that begins with http:// or https://'],
    ['ftp://example.com', 'must be a URL that begins with http:// or https://'],
    ['https://', 'must be a URL that begins with http:// or https://'],
    ['https://ann:S3cr3t@example.com', 'must not carry credentials'],
    ['https://example.com/?', 'must not have a query or a fragment'],
    ['https://example.com/#a', 'must not have a query or a fragment'],
    ['https://example.com/a;b', 'must have a path of letters, digits and . _ ~ - / only'],
  ])('must not be %s', (publicUrl, problem) => {
    expect(problemsOf({ http: { publicUrl } })).toEqual([`http.publicUrl ${problem}`]);
  });

  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com//', 'https://example.com'],
    ['HTTPS://Example.com:443/prompts/', 'https://example.com/prompts'],
  ])('%s is normalised to %s', (publicUrl, normalised) => {
    expect(load({ http: { publicUrl } }).configuration.http.publicUrl).toBe(normalised);
  });
});

describe('a CORS origin', () => {
  const problem = 'must be an origin such as https://app.example.com, without path or slash at the end';

  it.each([
    ['https://a.example/', `${problem}; did you mean https://a.example?`],
    ['https://A.example:443', `${problem}; did you mean https://a.example?`],
    ['https://u:S3cr3t@a.example', `${problem}; did you mean https://a.example?`],
    ['a.example', problem],
    ['null', problem],
    ['', problem],
  ])('must be written as browsers send it, not as %j', (origin, expected) => {
    expect(problemsOf({ http: { corsOrigins: [origin] } })).toEqual([`http.corsOrigins[0] ${expected}`]);
  });
});

describe('an entry of webhooks.allow', () => {
  it.each(['http://hooks.internal', '10.0.0.0/33', '10.0.0.1/x', 'a b', '', 'fd00::/129', 'hooks.internal:8080', '*'])(
    'must not be %j',
    (entry) => {
      const rule =
        'must be a host name, an address, a range such as 10.1.0.0/16, or private for RFC 1918 and fc00::/7, but is';
      expect(problemsOf({ webhooks: { allow: ['private', entry] } })).toEqual([
        `webhooks.allow[1] ${rule} ${JSON.stringify(entry)}`,
      ]);
    },
  );
});

describe('the first account', () => {
  it.each([
    [{ email: 'a@b.c' }, ['accounts.init.email needs accounts.init.password as well']],
    [{ password: 'S3cr3t' }, ['accounts.init.password needs accounts.init.email as well']],
    [{ name: 'Ann' }, ['accounts.init.name needs accounts.init.email as well']],
    [{ email: 'a@b.c', password: '' }, ['accounts.init.password must not be empty']],
    [{ email: 'a@b.c', password: 'S3cr3t' }, ['accounts.init.password must have at least 12 characters']],
    [
      { email: 'a', name: '\n', password: 'password1234' },
      [
        'accounts.init.email must be an e-mail address',
        'accounts.init.name must have 1 to 100 characters, none of them control characters',
        'accounts.init.password is too easy to guess: it is little more than a common password; use three or more unrelated words, or random characters',
      ],
    ],
  ])('must be complete and valid: %j', (init, problems) => {
    expect(problemsOf({ accounts: { init } })).toEqual(problems);
  });
});

describe('the effective values', () => {
  it('mask only passwords', () => {
    const values = effectiveValues(
      load({
        storage: { url: 'postgres://ann:pw@db/x' },
        accounts: { init: { email: 'a@b.c', password: 'correct horse' } },
      }),
    );

    expect(values).toContainEqual(expect.objectContaining({ path: 'storage.url', value: 'postgres://ann:••••@db/x' }));
    expect(values).toContainEqual(expect.objectContaining({ path: 'accounts.init.password', value: '••••' }));
    expect(values).toContainEqual(expect.objectContaining({ path: 'accounts.init.email', value: 'a@b.c' }));
  });
});

describe('a secret', () => {
  const marker = 'S3cr3t';
  const secret = fc.tuple(fc.string(), fc.string()).map(([before, after]) => before + marker + after);
  const scheme = fc.constantFrom('postgres', 'redis', 'rediss', 'redis-cluster', 'redis-sentinel', 'mysql');
  const email = 'a@b.c';

  it('never appears in an error or an effective value', () => {
    fc.assert(
      fc.property(scheme, secret, fc.boolean(), fc.boolean(), (name, password, complete, inFile) => {
        const url = `${name}://ann:${password}@h/1`;
        const file = { storage: { url }, accounts: { init: { password, ...(complete && { email }) } } };
        const environment = {
          PROMPTHOLD_STORAGE_URL: url,
          PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: password,
          PROMPTHOLD_ACCOUNTS_INIT_EMAIL: complete ? email : '',
        };

        const output = inFile ? outputOf(file) : outputOf({}, environment);

        expect(output.mistakes ?? output.values).not.toContain(marker);
      }),
      { numRuns: 1000 },
    );
  });

  it('never appears in an error about a malformed storage URL', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('postgres://', 'postgres:', 'redis://h?', 'redis://h/', 'postgres://h:', ''),
        secret,
        (start, text) => {
          const output = outputOf({ storage: { url: start + text }, http: { port: -1 } });

          expect(output.mistakes).not.toContain(marker);
        },
      ),
      { numRuns: 1000 },
    );
  });

  function outputOf(...sources: Parameters<typeof sourcesOf>): { mistakes?: string; values?: string } {
    const error = configurationError(sourcesOf(...sources));
    if (error) return { mistakes: error.stack + JSON.stringify(error.mistakes) };
    const loaded = load(...sources);
    return { values: JSON.stringify([effectiveValues(loaded), loaded.warnings, [...loaded.origins]]) };
  }
});
