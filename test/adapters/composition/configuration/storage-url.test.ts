import { describe, expect, it } from 'vitest';
import {
  describeStorage,
  maskStorageUrl,
  parseStorageUrl,
  type StorageLocation,
} from '../../../../src/adapters/composition/configuration/storage-url.ts';
import fc from '../../../support/seeded-fast-check.ts';

const problemOf = (url: string): string => {
  const parsed = parseStorageUrl(url);
  return parsed.kind === 'invalid' ? parsed.problem : `accepted as ${parsed.kind}`;
};

const locationOf = (url: string): StorageLocation => {
  const parsed = parseStorageUrl(url);
  if (parsed.kind === 'invalid') throw new Error(parsed.problem);
  return parsed;
};

/** Parts of problems, each with the URLs that have it. */
const PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  'must begin with one of sqlite:, postgres://, postgresql://, redis://, rediss://, redis-cluster://, rediss-cluster://, redis-sentinel://':
    ['', 'sqlite', 'data/prompthold.db', '/data/prompthold.db', '://h', 'mysql://h/db', ' postgres://h/db'],
  '; did you mean postgres?': ['postgress://h/db'],
  '; did you mean sqlite?': ['sqllite:x.db'],
  '; did you mean redis-sentinel?': ['redis-sentinal://h/m'],

  'must name a file': ['sqlite:', 'sqlite:///', 'sqlite:data/', 'sqlite:.', 'sqlite:data/..'],
  'a database in memory would lose everything': [
    'sqlite::memory:',
    'sqlite:///:memory:',
    'sqlite:file::memory:?cache=shared',
    'sqlite:file:x.db?mode=memory',
  ],
  'SQLite has none': ['sqlite://data/x.db', 'sqlite://:memory:'],
  'without parameters': ['sqlite:x.db?mode=ro'],
  'line breaks': ['sqlite:x.db\n', 'postgres://h/db ', 'postgres://h/db\n', 'redis-sentinel://h1/a b'],

  'must name a host': [
    'postgres://',
    'postgres:///db',
    'postgres://ann:pw@/db',
    'redis://',
    'redis:///0',
    'redis://:pw@',
    'redis-cluster://',
    'redis-sentinel:///m',
  ],
  'must name hosts as': [
    'postgres://h:0/db',
    'postgres://h:70000/db',
    'postgres://h:x/db',
    'postgres://[::g]/db',
    'postgres://h/db?port=x',
    'redis://h:0',
    'redis://h:65536',
    'redis://h:',
    'redis://::1',
    'redis://[1.2.3.4]',
    'redis://h!',
    'redis-cluster://h1,,h2',
  ],
  'one Postgres host': ['postgres://h1:1,h2:2/db'],
  'two slashes': ['postgres:h/db', 'postgres:/h/db'],
  '%2F %3F %23 and %40': [
    'postgres://u:a/b@h/db',
    'postgres://u:12/34@h/db',
    'postgres://u:a?b@h/db',
    'postgres://u:a#b@h/db',
  ],
  'write %25': ['postgres://u:100%@h/db'],
  'not as a parameter': ['postgres://h/db?password=x', 'postgres://h/db?p%61ssword=x', 'postgres://h/db?sslPassword=x'],

  'user without a password': ['redis://ann@cache', 'redis://ann:@cache'],
  'for several there are redis-cluster:// and redis-sentinel://': ['redis://h1,h2'],
  'number of a database': ['redis://h/x', 'redis://h/-1', 'redis://h/1/2', 'redis://h/1.5'],
  'takes no parameter but ?prefix=NAME': ['redis://h?family=6'],
  'takes no parameter but ?prefix=NAME; did you mean prefix?': ['redis://h?prefx=a'],
  'one prefix of 1 to 32': [
    'redis://h?prefix=',
    'redis://h?prefix=a:b',
    `redis://h?prefix=${'a'.repeat(33)}`,
    'redis://h?prefix=a&prefix=b',
  ],
  'must name user and password once, before the first of its hosts': [
    'redis-cluster://u:p@h1:1,u:p@h2:2',
    'redis-sentinel://:p@h1,:p@h2/main',
  ],
  'must not name a database': ['redis-cluster://h1/0', 'redis-cluster://h1/1'],
  'must end in the name of the master': ['redis-sentinel://h1', 'redis-sentinel://h1/', 'redis-sentinel://h1/main/x'],
};

describe('a wrong storage URL', () => {
  it.each(Object.entries(PROBLEMS).flatMap(([problem, urls]) => urls.map((url) => [url, problem] as const)))(
    '%j is rejected: %s',
    (url, problem) => {
      expect(problemOf(url)).toContain(problem);
    },
  );

  it('gets a suggestion only if something is near', () => {
    expect(problemOf('redis://h?family=6')).not.toContain('did you mean');
  });
});

describe('a storage URL', () => {
  it.each<[string, StorageLocation]>([
    ['SQLite:x.db', { kind: 'sqlite', file: 'x.db' }],
    ['sqlite:data/prompthold.db', { kind: 'sqlite', file: 'data/prompthold.db' }],
    ['sqlite:./my data.db', { kind: 'sqlite', file: './my data.db' }],
    ['sqlite:/var/lib/ph.db', { kind: 'sqlite', file: '/var/lib/ph.db' }],
    ['sqlite:///var/lib/ph.db', { kind: 'sqlite', file: '/var/lib/ph.db' }],
    ['sqlite:////var/lib/ph.db', { kind: 'sqlite', file: '/var/lib/ph.db' }],
    ['sqlite:100%25.db', { kind: 'sqlite', file: '100%25.db' }],
    // Passed to the driver unchanged, except for its scheme.
    ['postgresql://ann:p%40w@db/x', { kind: 'postgres', url: 'postgres://ann:p%40w@db/x' }],
    ['redis://cache', { kind: 'redis', host: 'cache', port: 6379, db: 0, tls: false, prefix: 'ph' }],
    [
      'rediss://ann:p%40%2Fw:@cache:7000/3?prefix=team-a_1',
      {
        kind: 'redis',
        host: 'cache',
        port: 7000,
        username: 'ann',
        password: 'p@/w:',
        db: 3,
        tls: true,
        prefix: 'team-a_1',
      },
    ],
    ['redis://:pw@[::1]', { kind: 'redis', host: '::1', port: 6379, password: 'pw', db: 0, tls: false, prefix: 'ph' }],
    [
      'redis-cluster://:pw@h1:7001,[::1]:7002,h3/?prefix=x',
      {
        kind: 'redis-cluster',
        nodes: [
          { host: 'h1', port: 7001 },
          { host: '::1', port: 7002 },
          { host: 'h3', port: 6379 },
        ],
        password: 'pw',
        tls: false,
        prefix: 'x',
      },
    ],
    ['rediss-cluster://h', { kind: 'redis-cluster', nodes: [{ host: 'h', port: 6379 }], tls: true, prefix: 'ph' }],
    [
      'redis-sentinel://ann:pw@h1,h2:5000/main',
      {
        kind: 'redis-sentinel',
        sentinels: [
          { host: 'h1', port: 26379 },
          { host: 'h2', port: 5000 },
        ],
        master: 'main',
        username: 'ann',
        password: 'pw',
        db: 0,
        prefix: 'ph',
      },
    ],
    [
      'redis-sentinel://:p%40h1@h2/main/2',
      {
        kind: 'redis-sentinel',
        sentinels: [{ host: 'h2', port: 26379 }],
        master: 'main',
        password: 'p@h1',
        db: 2,
        prefix: 'ph',
      },
    ],
  ])('%s is parsed', (url, location) => {
    expect(parseStorageUrl(url)).toEqual(location);
  });

  it.each([
    ['sqlite:data/prompthold.db', 'sqlite file data/prompthold.db'],
    ['postgres://db.internal/prompthold', 'postgres at db.internal:5432/prompthold'],
    ['postgresql://ann:pw@db.internal:6000/prompthold?sslmode=require', 'postgres at db.internal:6000/prompthold'],
    ['postgres://ann:pw@[::1]:6000/prompthold', 'postgres at [::1]:6000/prompthold'],
    ['postgres://ann:pw@old:6000/prompthold?host=new', 'postgres at new:6000/prompthold'],
    ['postgres:///prompthold?host=/run/pg', 'postgres at socket /run/pg, database prompthold'],
    ['postgres://ann:pw@/prompthold?host=/run/pg', 'postgres at socket /run/pg, database prompthold'],
    ['postgres://ann:pw@%2Frun%2Fpg/prompthold', 'postgres at socket /run/pg, database prompthold'],
    ['postgres://ann:p@w:x@db/prompthold', 'postgres at db:5432/prompthold'],
    ['redis://:pw@h:1/2', 'redis at h:1/2'],
    ['redis://[::1]', 'redis at [::1]:6379/0'],
    ['redis://h?prefix=team', 'redis at h:6379/0, prefix team'],
    ['redis-cluster://ann:pw@h1:1,h2:2', 'redis cluster at h1:1,h2:2'],
    ['redis-sentinel://h1:1,h2:2/main', 'redis sentinel at h1:1,h2:2/main/0'],
  ])('%s is described as "%s"', (url, description) => {
    expect(describeStorage(locationOf(url))).toBe(description);
  });
});

describe('maskStorageUrl', () => {
  it.each([
    ['postgres://ann:pw@db:5432/x?sslmode=require', 'postgres://ann:••••@db:5432/x?sslmode=require'],
    ['postgres://ann:p@w:x@db/x', 'postgres://ann:••••@db/x'],
    ['postgres://ann@db:5432/x', 'postgres://ann@db:5432/x'],
    ['redis://:pw@h:1/2', 'redis://:••••@h:1/2'],
    ['redis-cluster://h1:1,h2:2', 'redis-cluster://h1:1,h2:2'],
    ['sqlite:a:b@c.db', 'sqlite:a:b@c.db'],
  ])('masks %s as %s', (url, masked) => {
    expect(maskStorageUrl(url)).toBe(masked);
  });
});

describe('a password in a storage URL', () => {
  const password = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `S3cr3t${text}`);
  const url = fc.constantFrom(
    'postgres://ann:%@h/db',
    'redis://:%@h/1',
    'redis-cluster://ann:%@h1,h2',
    'redis-sentinel://:%@h/m',
  );

  it('is percent-decoded, and never appears in a description or masked URL', () => {
    fc.assert(
      fc.property(password, url, (secret, template) => {
        const text = template.replace('%', () => encodeURIComponent(secret));
        const location = locationOf(text);

        if ('password' in location) expect(location.password).toBe(secret);
        expect(describeStorage(location) + maskStorageUrl(text)).not.toContain('S3cr3t');
      }),
    );
  });

  it('never appears in a problem, description or masked URL, even when it is not encoded', () => {
    fc.assert(
      fc.property(password, url, (secret, template) => {
        const text = template.replace('%', () => secret);
        const location = parseStorageUrl(text);
        const output =
          location.kind === 'invalid' ? location.problem : describeStorage(location) + maskStorageUrl(text);

        expect(output).not.toContain('S3cr3t');
      }),
      { numRuns: 1000 },
    );
  });

  it('never appears in a problem, whatever its position', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.constantFrom('', ...['sqlite:', 'postgres://', 'redis://', 'redis-sentinel://']),
        (before, after, scheme) => {
          const parsed = parseStorageUrl(`${scheme}${before}S3cr3t${after}`);

          if (parsed.kind === 'invalid') expect(parsed.problem).not.toContain('S3cr3t');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
