import { describe, expect, it } from 'vitest';
import type { PromptAccess, PublishMode } from '../../../src/adapters/inbound/mcp/access/prompt-access.ts';
import { RequestFailure } from '../../../src/adapters/inbound/mcp/access/request-failure.ts';
import { publishPrompt } from '../../../src/adapters/inbound/mcp/tools/writing-tools.ts';

const PROMPT = { name: 'plain', description: '', tags: [], labels: new Map(), latestVersion: 1 };
const VERSION = {
  version: 1,
  hash: 'sha256:',
  content: { type: 'text' as const, content: 'Hi' },
  variables: [],
  config: {},
};
const INPUT = { name: 'plain', content: 'Hi', message: 'why' };

/** A prompt that other requests create and delete: each entry is whether it exists when looked up, and when written. */
function anUnsteadyPrompt(...states: readonly (readonly [isFound: boolean, isThere: boolean])[]) {
  const modes: PublishMode['kind'][] = [];
  const looks = states.map(([isFound]) => isFound);
  const writes = states.map(([, isThere]) => isThere);
  const access: Pick<PromptAccess, 'read' | 'publish'> = {
    read: async () => (looks.shift() ? { prompt: PROMPT, version: VERSION } : undefined),
    publish: async (_name, _publication, mode) => {
      modes.push(mode.kind);
      if ((mode.kind === 'revise') !== writes.shift()) return undefined;
      return { kind: mode.kind === 'create' ? 'created' : 'revised', prompt: PROMPT, version: 1, hash: 'sha256:' };
    },
  };
  const scope = {
    access: access as PromptAccess,
    view: { tags: [], folder: undefined, label: undefined },
    toolSet: 'write' as const,
    toFailure: (): RequestFailure => new RequestFailure(500, { error: '', code: 'internal_error' }),
  };
  return { modes, publish: () => publishPrompt.call(scope, INPUT) };
}

describe('publish_prompt, concurrently with other requests', () => {
  it('publishes a version of a prompt that was created in between', async () => {
    const { modes, publish } = anUnsteadyPrompt([false, true], [true, true]);

    expect(await publish()).toMatchObject({ version: 1, created: false });
    expect(modes).toEqual(['create', 'revise']);
  });

  it('creates a prompt that was deleted in between', async () => {
    const { modes, publish } = anUnsteadyPrompt([true, false], [false, false]);

    expect(await publish()).toMatchObject({ version: 1, created: true });
    expect(modes).toEqual(['revise', 'create']);
  });

  it('gives up after three attempts', async () => {
    const { modes, publish } = anUnsteadyPrompt([true, false], [false, true], [true, false], [false, false]);

    await expect(publish()).rejects.toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(modes).toHaveLength(3);
  });
});
