import { describe, expect, it } from 'vitest';
import { convertConfig } from '../../../src/adapters/converters/convert-config.ts';

describe('convertConfig', () => {
  it('has model, provider and parameters side by side, and the rest below one key', () => {
    const conversion = convertConfig({
      source: 'github',
      provider: 'openai',
      model: 'gpt-5',
      parameters: { temperature: 0.5, maxTokens: 10, max_tokens: 20 },
      unknown: { testData: [{ input: 'a' }] },
    });

    expect(conversion).toEqual({
      config: {
        provider: 'openai',
        model: 'gpt-5',
        temperature: 0.5,
        maxTokens: 10,
        max_tokens: 20,
        x_github: { testData: [{ input: 'a' }] },
      },
      losses: [],
    });
  });

  it('is empty if the source has nothing', () => {
    expect(convertConfig({ source: 'github', unknown: {} })).toEqual({ config: {}, losses: [] });
  });

  it('has parameters that are not an object below the key of the source', () => {
    expect(convertConfig({ source: 'openai', parameters: 'fast' }).config).toEqual({
      x_openai: { parameters: 'fast' },
    });
  });

  it('drops what only the source understands if all is larger than 16 KiB', () => {
    const unknown = { a: 'x'.repeat(16 * 1024) };

    expect(convertConfig({ source: 'prompty', model: 'm', unknown })).toEqual({
      config: { model: 'm' },
      losses: [{ path: 'x_prompty', problem: 'is not imported, because the config is larger than 16 KiB' }],
    });
  });

  it('drops the largest parameters if the rest is still larger than 16 KiB', () => {
    const { config, losses } = convertConfig({
      source: 'openai',
      model: 'm',
      parameters: { tools: 'x'.repeat(9000), schema: 'y'.repeat(9001), temperature: 1 },
    });

    expect(Object.keys(config)).toEqual(['tools', 'temperature', 'model']);
    expect(losses.map(({ path }) => path)).toEqual(['schema']);
  });

  it('reports what JSON cannot express', () => {
    const { config, losses } = convertConfig({
      source: 'promptfoo',
      parameters: { at: new Date(0), infinite: Number.POSITIVE_INFINITY, run: () => undefined },
    });

    expect(config).toEqual({ at: '1970-01-01T00:00:00.000Z' });
    expect(losses.map(({ path }) => path)).toEqual(['infinite', 'run']);
  });
});

describe('secrets in a config', () => {
  it.each([
    ['an API key', { api_key: 'abc' }, 'api_key'],
    ['an API key in camel case', { options: { apiKey: 'abc' } }, 'options.apiKey'],
    ['a password', { db: [{ password: 'abc' }] }, 'db.0.password'],
    ['a token', { token: 'abc' }, 'token'],
    ['a list of keys', { 'X-Api-Keys': ['abc'] }, 'X-Api-Keys'],
    ['a key as an object', { apiKey: { type: 'string', value: 'abc' } }, 'apiKey'],
    ['authentication', { auth: { kind: 'key', value: 'abc' } }, 'auth'],
    ['a header', { headers: { Authorization: 'Bearer x' } }, 'headers.Authorization'],
    ['a connection', { connection: { kind: 'key', endpoint: 'https://a' } }, 'connection'],
    ['a reference to the environment', { endpoint: `\${env:AZURE_ENDPOINT}` }, 'endpoint'],
    ['a reference of promptfoo', { url: '{{ env.API_URL }}' }, 'url'],
    ['a key of OpenAI by its form', { note: 'use sk-proj-abcdefghijklmnop1234' }, 'note'],
    ['a key of this service by its form', { x: `ph_${'a'.repeat(64)}` }, 'x'],
    ['a URL with a password', { base: 'https://user:pw@host/v1' }, 'base'],
  ])('are dropped and reported without their value: %s', (_what, parameters, path) => {
    const { config, losses } = convertConfig({ source: 'prompty', parameters });

    expect(losses).toEqual([{ path, problem: 'is a secret and is not imported' }]);
    expect(JSON.stringify(config)).not.toMatch(/abc|Bearer|env|https|ph_|sk-/);
  });

  it('are dropped from what only the source understands, from the model and from the provider', () => {
    const { config, losses } = convertConfig({
      source: 'prompty',
      model: `\${env:MODEL}`,
      provider: 'azure',
      unknown: { secret_key: 'abc', sample: { q: 'a' } },
    });

    expect(config).toEqual({ provider: 'azure', x_prompty: { sample: { q: 'a' } } });
    expect(losses.map(({ path }) => path)).toEqual(['model', 'secret_key']);
  });

  it.each([
    ['numbers of tokens', { max_tokens: 5, valid_tokens: 9, tokens: 'many' }],
    [
      'schemas of tools',
      { tools: [{ parameters: { properties: { password: { type: 'string' }, token: { type: 'string' } } } }] },
    ],
    ['empty texts', { api_key: '' }],
    ['prose', { note: 'Ask for the key, then: task-list' }],
    ['null', { stop: null }],
  ])('are not %s', (_what, parameters) => {
    expect(convertConfig({ source: 'openai', parameters })).toEqual({ config: parameters, losses: [] });
  });
});
