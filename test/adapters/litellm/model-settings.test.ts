import { describe, expect, it } from 'vitest';
import { findModel, findParameters } from '../../../src/adapters/inbound/compatible/litellm/model-settings.ts';

describe('the model of a config', () => {
  it.each([
    [{ model: 'gpt-4.1' }, 'gpt-4.1'],
    [{ model: { name: 'gpt-4.1' } }, null],
    [{}, null],
  ])('is a text or nothing: %j', (config, model) => {
    expect(findModel(config)).toBe(model);
  });
});

describe('the parameters of a config', () => {
  it('are those that LiteLLM knows, with their values unchanged', () => {
    const known = {
      temperature: 0,
      top_p: 1,
      n: 2,
      stop: ['a'],
      max_tokens: 3,
      max_completion_tokens: 4,
      presence_penalty: 5,
      frequency_penalty: 6,
      logit_bias: { '50256': -100 },
      logprobs: true,
      top_logprobs: 7,
      seed: 8,
      response_format: { type: 'json_object' },
      tools: [],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning_effort: 'low',
      verbosity: null,
      user: 'u',
      timeout: 9,
    };

    expect(findParameters({ ...known, model: 'm', api_key: 'k', api_base: 'https://x', team: 'support' })).toEqual(
      known,
    );
  });

  it('are those under litellm if that is an object, even an empty one', () => {
    expect(findParameters({ temperature: 1, litellm: { top_k: 5 } })).toEqual({ top_k: 5 });
    expect(findParameters({ temperature: 1, litellm: {} })).toEqual({});
    expect(findParameters({ temperature: 1, litellm: ['x'] })).toEqual({ temperature: 1 });
  });

  it.each([{}, { team: 'x' }, { litellm: 'x' }])('are nothing if there are none: %j', (config) => {
    expect(findParameters(config)).toBeNull();
  });
});
