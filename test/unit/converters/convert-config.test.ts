import { describe, expect, it } from 'vitest';
import { convertConfig } from '../../../src/adapters/converters/convert-config.ts';

describe('convertConfig', () => {
  it('has parameters that are not an object below the key of the source', () => {
    expect(convertConfig({ source: 'openai', parameters: 'fast' }).config).toEqual({
      x_openai: { parameters: 'fast' },
    });
  });

  it('drops what only the source understands if all is larger than 64 KiB', () => {
    const unknown = { a: 'x'.repeat(64 * 1024) };

    expect(convertConfig({ source: 'prompty', model: 'm', unknown })).toEqual({
      config: { model: 'm' },
      losses: [{ path: 'x_prompty', problem: 'is not imported, because the config is larger than 64 KiB' }],
    });
  });

  it('drops the largest parameters if the rest is still larger than 64 KiB', () => {
    const { config, losses } = convertConfig({
      source: 'openai',
      model: 'm',
      parameters: { tools: 'x'.repeat(36_000), schema: 'y'.repeat(36_001), temperature: 1 },
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
