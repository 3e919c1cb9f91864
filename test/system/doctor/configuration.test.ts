import { describe, expect, it } from 'vitest';
import { readyUrlFromEnvironment } from '../../../src/adapters/composition/commands/check-ready.ts';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import type { Environment } from '../../../src/adapters/composition/configuration/environment.ts';
import { configurationFindings } from '../../../src/adapters/composition/configuration/findings.ts';
import { readyUrl } from '../../../src/adapters/composition/configuration/ready-url.ts';

const load = (environment: Readonly<Record<string, string>>) =>
  loadConfiguration({ environment, readFile: () => '{}' });

const findingsFor = (environment: Readonly<Record<string, string>>) => configurationFindings(load(environment));

describe('the configuration check', () => {
  it('accepts the defaults', () => {
    expect(findingsFor({})).toEqual([{ check: 'configuration', severity: 'ok', message: expect.any(String) }]);
  });

  it('accepts a TLS proxy that http.trustProxy counts', () => {
    const findings = findingsFor({
      PROMPTHOLD_HTTP_PUBLIC_URL: 'https://prompts.example.com',
      PROMPTHOLD_HTTP_TRUST_PROXY: '1',
    });

    expect(findings.map(({ severity }) => severity)).toEqual(['ok']);
  });

  it.each([
    ['a misspelt variable', { PROMPTHOLD_HTTP_PRT: '1' }, 'did you mean PROMPTHOLD_HTTP_PORT', 'correct its name'],
    [
      'https without a trusted proxy',
      { PROMPTHOLD_HTTP_PUBLIC_URL: 'https://prompts.example.com' },
      'http.trustProxy is 0',
      'set http.trustProxy',
    ],
    ['a proxy without a public URL', { PROMPTHOLD_HTTP_TRUST_PROXY: '1' }, 'not set', 'set http.publicUrl'],
    [
      'listening on every address without a public URL',
      { PROMPTHOLD_HTTP_HOST: '0.0.0.0' },
      'not set',
      'set http.publicUrl',
    ],
    [
      'keys over plain http',
      { PROMPTHOLD_HTTP_PUBLIC_URL: 'http://prompts.example.com' },
      'can be read on their way',
      'proxy with TLS',
    ],
  ])('warns of %s', (_name, environment, message, cure) => {
    expect(findingsFor(environment)).toEqual([
      {
        check: expect.any(String),
        severity: 'warning',
        message: expect.stringContaining(message),
        cure: expect.stringContaining(cure),
      },
    ]);
  });
});

describe('the readiness URL', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8080/readyz'],
    ['0.0.0.0', 'http://127.0.0.1:8080/readyz'],
    ['::', 'http://[::1]:8080/readyz'],
    ['10.0.0.7', 'http://10.0.0.7:8080/readyz'],
    ['fe80::1', 'http://[fe80::1]:8080/readyz'],
  ])('for host %s is %s', (host, url) => {
    const { configuration } = load({ PROMPTHOLD_HTTP_HOST: host, PROMPTHOLD_HTTP_PORT: '8080' });

    expect(readyUrl(configuration.http)).toBe(url);
  });

  it('is unknown when the port is 0', () => {
    const { configuration } = load({ PROMPTHOLD_HTTP_PORT: '0' });

    expect(() => readyUrl(configuration.http)).toThrow('http.port');
  });

  it.each([
    {},
    { PROMPTHOLD_HTTP_HOST: '0.0.0.0' },
    { PROMPTHOLD_HTTP_HOST: '::', PROMPTHOLD_HTTP_PORT: '8080' },
    { PROMPTHOLD_HTTP_HOST: '', PROMPTHOLD_HTTP_PORT: '' },
  ])('is the same without the configuration, as the health check of a container finds it: %j', (environment) => {
    const { configuration } = loadConfiguration({ environment, readFile: () => '{}' });

    expect(readyUrlFromEnvironment(environment, () => false)).toBe(readyUrl(configuration.http));
  });

  it('is left to the configuration when there is a file, or a value that may be wrong', () => {
    const find = (environment: Environment, fileExists = false) =>
      readyUrlFromEnvironment(environment, () => fileExists);

    expect(find({}, true)).toBeUndefined();
    expect(find({ PROMPTHOLD_CONFIG: 'prompthold.json' })).toBeUndefined();
    for (const port of ['0', 'x', '3e3', '123456']) expect(find({ PROMPTHOLD_HTTP_PORT: port })).toBeUndefined();
    expect(find({ PROMPTHOLD_HTTP_HOST: 'evil/path' })).toBeUndefined();
  });
});
