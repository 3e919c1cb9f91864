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

describe('the scheme of a storage URL', () => {
  it('is rejected with the list of allowed schemes when unknown', () => {
    expect(problemOf('mysql://h/db')).toBe(
      'must begin with one of sqlite:, postgres://, postgresql://, redis://, rediss://, redis-cluster://, rediss-cluster://, redis-sentinel://',
    );
  });

  it.each([
    ['postgress://h/db', 'postgres'],
    ['sqllite:x.db', 'sqlite'],
    ['redis-sentinal://h/m', 'redis-sentinel'],
  ])('is rejected with the closest match: %s', (url, scheme) => {
    expect(problemOf(url)).toMatch(new RegExp(`; did you mean ${scheme}\\?$`));
  });

  it('is case-insensitive', () => {
    expect(locationOf('SQLite:x.db')).toEqual({ kind: 'sqlite', file: 'x.db' });
  });

  it.each(['', 'sqlite', 'data/prompthold.db', '/data/prompthold.db', '://h'])('is required: %j', (url) => {
    expect(problemOf(url)).toContain('must begin with one of');
  });
});

describe('a sqlite URL', () => {
  it.each([
    ['sqlite:data/prompthold.db', 'data/prompthold.db'],
    ['sqlite:./my data.db', './my data.db'],
    ['sqlite:/var/lib/ph.db', '/var/lib/ph.db'],
    ['sqlite:///var/lib/ph.db', '/var/lib/ph.db'],
    ['sqlite:////var/lib/ph.db', '/var/lib/ph.db'],
    ['sqlite:100%25.db', '100%25.db'],
  ])('%s names the file %s', (url, file) => {
    expect(locationOf(url)).toEqual({ kind: 'sqlite', file });
  });

  it.each(['sqlite:', 'sqlite:///', 'sqlite:data/', 'sqlite:.', 'sqlite:data/..'])(
    'must name a file, not %s',
    (url) => {
      expect(problemOf(url)).toContain('must name a file');
    },
  );

  it.each([
    'sqlite::memory:',
    'sqlite:///:memory:',
    'sqlite:file::memory:?cache=shared',
    'sqlite:file:x.db?mode=memory',
  ])('must not name an in-memory database: %s', (url) => {
    expect(problemOf(url)).toContain('a database in memory would lose everything');
  });

  it.each(['sqlite://data/x.db', 'sqlite://:memory:'])('must not have a host: %s', (url) => {
    expect(problemOf(url)).toContain('SQLite has none');
  });

  it('must not have parameters', () => {
    expect(problemOf('sqlite:x.db?mode=ro')).toContain('without parameters');
  });

  it('must not contain a line break', () => {
    expect(problemOf('sqlite:x.db\n')).toContain('line breaks');
  });
});

describe('a postgres URL', () => {
  it.each([
    ['postgres://db.internal/prompthold', 'postgres at db.internal:5432/prompthold'],
    ['postgresql://ann:pw@db.internal:6000/prompthold?sslmode=require', 'postgres at db.internal:6000/prompthold'],
    ['postgres://ann:pw@[::1]:6000/prompthold', 'postgres at [::1]:6000/prompthold'],
    ['postgres://ann:pw@old:6000/prompthold?host=new', 'postgres at new:6000/prompthold'],
    ['postgres:///prompthold?host=/run/pg', 'postgres at socket /run/pg, database prompthold'],
    ['postgres://ann:pw@/prompthold?host=/run/pg', 'postgres at socket /run/pg, database prompthold'],
    ['postgres://ann:pw@%2Frun%2Fpg/prompthold', 'postgres at socket /run/pg, database prompthold'],
    ['postgres://ann:p@w:x@db/prompthold', 'postgres at db:5432/prompthold'],
  ])('%s is described as "%s"', (url, description) => {
    expect(describeStorage(locationOf(url))).toBe(description);
  });

  it('is passed through unchanged, except for the scheme postgresql', () => {
    expect(locationOf('postgresql://ann:p%40w@db/x')).toEqual({ kind: 'postgres', url: 'postgres://ann:p%40w@db/x' });
  });

  it.each(['postgres://', 'postgres:///db', 'postgres://ann:pw@/db'])('must have a host: %s', (url) => {
    expect(problemOf(url)).toContain('must name a host');
  });

  it.each([
    'postgres://h:0/db',
    'postgres://h:70000/db',
    'postgres://h:x/db',
    'postgres://[::g]/db',
    'postgres://h/db?port=x',
  ])('must have a valid host and port: %s', (url) => {
    expect(problemOf(url)).toContain('must name hosts as');
  });

  it('must name exactly one host', () => {
    expect(problemOf('postgres://h1:1,h2:2/db')).toContain('one Postgres host');
  });

  it.each(['postgres:h/db', 'postgres:/h/db'])('must have two slashes: %s', (url) => {
    expect(problemOf(url)).toContain('two slashes');
  });

  it.each(['postgres://u:a/b@h/db', 'postgres://u:12/34@h/db', 'postgres://u:a?b@h/db', 'postgres://u:a#b@h/db'])(
    'is rejected with encoding advice when the password contains a delimiter: %s',
    (url) => {
      expect(problemOf(url)).toContain('%2F %3F %23 and %40');
    },
  );

  it('must not have invalid percent-encoding', () => {
    expect(problemOf('postgres://u:100%@h/db')).toContain('write %25');
  });

  it.each(['postgres://h/db?password=x', 'postgres://h/db?p%61ssword=x', 'postgres://h/db?sslPassword=x'])(
    'must not have a password parameter: %s',
    (url) => {
      expect(problemOf(url)).toContain('not as a parameter');
    },
  );

  it.each(['postgres://h/db ', ' postgres://h/db', 'postgres://h/db\n'])(
    'must not contain surrounding whitespace: %j',
    (url) => {
      expect(problemOf(url)).not.toContain('accepted');
    },
  );
});

describe('a redis URL', () => {
  it('has defaults for everything except the host', () => {
    expect(locationOf('redis://cache')).toEqual({
      kind: 'redis',
      host: 'cache',
      port: 6379,
      db: 0,
      tls: false,
      prefix: 'ph',
    });
  });

  it('may have percent-encoded credentials, a database, TLS and a prefix', () => {
    expect(locationOf('rediss://ann:p%40%2Fw:@cache:7000/3?prefix=team-a_1')).toEqual({
      kind: 'redis',
      host: 'cache',
      port: 7000,
      username: 'ann',
      password: 'p@/w:',
      db: 3,
      tls: true,
      prefix: 'team-a_1',
    });
  });

  it('may have a password without a user', () => {
    expect(locationOf('redis://:pw@cache')).toMatchObject({ password: 'pw' });
    expect(locationOf('redis://:pw@cache')).not.toHaveProperty('username');
  });

  it('may have an IPv6 address in brackets', () => {
    expect(locationOf('redis://[::1]:7000')).toMatchObject({ host: '::1', port: 7000 });
  });

  it.each(['redis://ann@cache', 'redis://ann:@cache'])('must not have a user without a password: %s', (url) => {
    expect(problemOf(url)).toContain('user without a password');
  });

  it.each(['redis://', 'redis:///0', 'redis://:pw@', 'redis-cluster://', 'redis-sentinel:///m'])(
    'must have a host: %s',
    (url) => {
      expect(problemOf(url)).toContain('must name a host');
    },
  );

  it('must name exactly one host', () => {
    expect(problemOf('redis://h1,h2')).toContain('redis-cluster://');
  });

  it.each(['redis://h/x', 'redis://h/-1', 'redis://h/1/2', 'redis://h/1.5'])(
    'must end in a database number: %s',
    (url) => {
      expect(problemOf(url)).toContain('number of a database');
    },
  );

  it.each([
    'redis://h:0',
    'redis://h:65536',
    'redis://h:',
    'redis://::1',
    'redis://[1.2.3.4]',
    'redis://h!',
    'redis-cluster://h1,,h2',
  ])('must have a valid host and port: %s', (url) => {
    expect(problemOf(url)).toContain('must name hosts as');
  });

  it('is rejected with a suggestion when the prefix parameter is misspelt', () => {
    expect(problemOf('redis://h?prefx=a')).toBe('takes no parameter but ?prefix=NAME; did you mean prefix?');
  });

  it('must not have any other parameter', () => {
    expect(problemOf('redis://h?family=6')).toBe('takes no parameter but ?prefix=NAME');
  });

  it.each([
    'redis://h?prefix=',
    'redis://h?prefix=a:b',
    `redis://h?prefix=${'a'.repeat(33)}`,
    'redis://h?prefix=a&prefix=b',
  ])('must have a single prefix of 1 to 32 plain characters: %s', (url) => {
    expect(problemOf(url)).toContain('one prefix of 1 to 32');
  });
});

describe('a redis-cluster URL', () => {
  it.each(['redis-cluster://u:p@h1:1,u:p@h2:2', 'redis-sentinel://:p@h1,:p@h2/main'])(
    'must have credentials only once, before the first host: %s',
    (url) => {
      expect(problemOf(url)).toBe('must name user and password once, before the first of its hosts');
      expect(locationOf(url.replace('p@h1', 'p%40h1'))).toBeDefined();
    },
  );

  it('may name several nodes', () => {
    expect(locationOf('redis-cluster://:pw@h1:7001,[::1]:7002,h3/?prefix=x')).toEqual({
      kind: 'redis-cluster',
      nodes: [
        { host: 'h1', port: 7001 },
        { host: '::1', port: 7002 },
        { host: 'h3', port: 6379 },
      ],
      password: 'pw',
      tls: false,
      prefix: 'x',
    });
  });

  it('uses TLS with the scheme rediss-cluster', () => {
    expect(locationOf('rediss-cluster://h1')).toMatchObject({ kind: 'redis-cluster', tls: true });
  });

  it.each(['redis-cluster://h1/0', 'redis-cluster://h1/1'])('must not have a database: %s', (url) => {
    expect(problemOf(url)).toContain('must not name a database');
  });
});

describe('a redis-sentinel URL', () => {
  it('names the sentinels and the master', () => {
    expect(locationOf('redis-sentinel://ann:pw@h1,h2:5000/main')).toEqual({
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
    });
  });

  it('may name a database after the master', () => {
    expect(locationOf('redis-sentinel://h1/main/2')).toMatchObject({ master: 'main', db: 2 });
  });

  it.each(['redis-sentinel://h1', 'redis-sentinel://h1/', 'redis-sentinel://h1/a b', 'redis-sentinel://h1/main/x'])(
    'must have a valid master and database: %s',
    (url) => {
      expect(problemOf(url)).not.toContain('accepted');
    },
  );
});

describe('describeStorage', () => {
  it.each([
    ['sqlite:data/prompthold.db', 'sqlite file data/prompthold.db'],
    ['redis://:pw@h:1/2', 'redis at h:1/2'],
    ['redis://[::1]', 'redis at [::1]:6379/0'],
    ['redis://h?prefix=team', 'redis at h:6379/0, prefix team'],
    ['redis-cluster://ann:pw@h1:1,h2:2', 'redis cluster at h1:1,h2:2'],
    ['redis-sentinel://h1:1,h2:2/main', 'redis sentinel at h1:1,h2:2/main/0'],
  ])('describes %s as "%s"', (url, description) => {
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
