import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ConfigurationSources,
  loadConfiguration,
} from '../../../../src/adapters/composition/configuration/configuration.ts';
import { configurationError, readFrom } from '../../../support/builders/a-configuration.ts';
import fc from '../../../support/seeded-fast-check.ts';

const withContent = (content: string): ConfigurationSources => ({
  environment: {},
  readFile: readFrom({ 'config/default.json': content }),
});

/** The lines of the error message without its heading. */
const linesOf = (sources: ConfigurationSources): string[] | undefined =>
  configurationError(sources)
    ?.message.split('\n')
    .slice(1)
    .map((line) => line.trim());

const linesOfJson = (file: unknown) => linesOf(withContent(JSON.stringify(file)));

describe('the configuration file', () => {
  it('is config/default.json, which is valid as shipped', () => {
    const { configuration, origins } = loadConfiguration({ environment: {} });

    expect(configuration.storage.location).toEqual({ kind: 'sqlite', file: 'data/prompthold.db' });
    expect(origins.get('storage.url')).toBe('file config/default.json');
  });

  it('is read from disk', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    const file = join(folder, 'prompthold.json');
    writeFileSync(file, '{"http": {"port": 4000}}');

    expect(loadConfiguration({ file, environment: {} }).configuration.http.port).toBe(4000);
    rmSync(folder, { recursive: true });
  });

  it('may be named by PROMPTHOLD_CONFIG', () => {
    const readFile = readFrom({ 'my.json': '{"http": {"port": 4000}}' });
    const { configuration, origins } = loadConfiguration({ environment: { PROMPTHOLD_CONFIG: 'my.json' }, readFile });

    expect(configuration.http.port).toBe(4000);
    expect(origins.get('http.port')).toBe('file my.json');
  });

  it('on the command line takes precedence over PROMPTHOLD_CONFIG', () => {
    const readFile = readFrom({ 'a.json': '{"http": {"port": 1}}', 'b.json': '{"http": {"port": 2}}' });
    const { configuration } = loadConfiguration({
      file: 'a.json',
      environment: { PROMPTHOLD_CONFIG: 'b.json' },
      readFile,
    });

    expect(configuration.http.port).toBe(1);
  });

  it('must exist when it is named', () => {
    expect(linesOf({ file: 'no.json', environment: {}, readFile: readFrom({}) })).toEqual([
      'file no.json: does not exist',
    ]);
  });

  it.each([
    ['EACCES', 'may not be read by this user'],
    ['EIO', 'cannot be read (EIO)'],
  ])('must be readable when it exists (%s)', (code, problem) => {
    const readFile = () => {
      throw Object.assign(new Error('S3cr3t'), { code });
    };

    expect(linesOf({ environment: {}, readFile })).toEqual([`file config/default.json: ${problem}`]);
  });

  it.each(['[]', 'null', '3', '"storage"'])('must contain an object, not %s', (content) => {
    expect(linesOf(withContent(content))).toEqual(['file config/default.json: must hold an object: { … }']);
  });

  it('may begin with a byte order mark', () => {
    expect(loadConfiguration(withContent('\uFEFF{"http": {"port": 4000}}')).configuration.http.port).toBe(4000);
  });

  it('is reported with line and column when it is invalid JSON, without its content', () => {
    expect(linesOf(withContent('{\n  "storage": {"url": "S3cr3t" "x"}\n}'))).toEqual([
      'file config/default.json: is not valid JSON at line 2, column 31: expected a comma or the closing bracket',
    ]);
  });

  it.each([
    ['exactly 1 MiB', 1024 * 1024, 'a (file config/default.json): is not a setting'],
    ['one byte more', 1024 * 1024 + 1, 'file config/default.json: is longer than 1 MiB'],
  ])('may be up to 1 MiB long: %s', (_, length, line) => {
    expect(linesOf(withContent(`{"a": "${'x'.repeat(length - 9)}"}`))).toEqual([line]);
  });

  it('must have an object for each section', () => {
    expect(linesOfJson({ http: 3000, storage: null, log: ['S3cr3t'] })).toEqual([
      'http (file config/default.json): must be an object with host, port, publicUrl, trustProxy, corsOrigins, allowedHosts, maxConnections, workers',
      'storage (file config/default.json): must be an object with url, postgres, redis',
      'log (file config/default.json): must be an object with level',
    ]);
  });

  it('must not have unknown keys; the error suggests the closest match, if any', () => {
    expect(
      linesOfJson({
        htpp: { port: 1 },
        http: { prot: 1, nonsense: 2 },
        storage: { minReplicas: 1, redis: { minReplica: 1 } },
        LOG: {},
      }),
    ).toEqual([
      'htpp (file config/default.json): is not a setting; did you mean http?',
      'http.prot (file config/default.json): is not a setting; did you mean http.port?',
      'http.nonsense (file config/default.json): is not a setting',
      'storage.minReplicas (file config/default.json): is not a setting; did you mean storage.redis.minReplicas?',
      'storage.redis.minReplica (file config/default.json): is not a setting; did you mean storage.redis.minReplicas?',
      'LOG (file config/default.json): is not a setting; did you mean log?',
    ]);
  });

  it('must not have dotted keys; the error shows how to nest them', () => {
    expect(linesOfJson({ 'storage.url': 'S3cr3t' })).toEqual([
      '"storage.url" (file config/default.json): is not a setting; write it as {"storage": {"url": …}}',
    ]);
  });

  it('cannot pollute prototypes', () => {
    const lines = linesOf(
      withContent('{"__proto__": {"port": 1}, "http": {"__proto__": {"port": 1}}, "constructor": 1}'),
    );

    expect(lines).toEqual([
      '__proto__ (file config/default.json): is not a setting',
      'http.__proto__ (file config/default.json): is not a setting',
      'constructor (file config/default.json): is not a setting',
    ]);
    expect(Object.hasOwn(Object.prototype, 'port')).toBe(false);
  });

  it('is quoted in errors with line breaks and control characters escaped', () => {
    expect(linesOfJson({ 'a\nb\u009b\u2028': 1 })).toEqual([
      '"a\\nb\\u{9b}\\u{2028}" (file config/default.json): is not a setting',
    ]);
  });

  it('results in a configuration or a ConfigurationError, whatever its content', () => {
    const key = fc.constantFrom(
      'http',
      'port',
      'storage',
      'url',
      'redis',
      'accounts',
      'init',
      'email',
      '__proto__',
      'toString',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), fc.dictionary(key, tie('any'))),
    })).any;
    const content = fc.oneof(
      value.map((json) => JSON.stringify(json)),
      fc.string(),
      fc.json(),
    );

    fc.assert(
      fc.property(content, (text) => {
        expect(() => configurationError(withContent(text))).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});
