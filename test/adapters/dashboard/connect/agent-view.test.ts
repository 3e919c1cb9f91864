import { describe, expect, it } from 'vitest';
import {
  readAgentView,
  writeAgentView,
} from '../../../../src/adapters/inbound/dashboard/web/pages/connect/agent-view.ts';

const read = (query: string) => readAgentView(new URLSearchParams(query));

describe('what an agent sees', () => {
  it.each([
    '',
    'tag=agent&tag=mail&folder=support%2Fde&label=production&tools=write',
    'folder=',
    'label=latest&tools=none',
  ])('survives in the address: %s', (query) => {
    expect(writeAgentView(read(query)).toString()).toBe(query);
  });

  it('is not narrowed by invalid and repeated values', () => {
    expect(read('tag=No+Tag&tag=agent&tag=agent&label=1&tools=all')).toEqual({
      tags: ['agent'],
      folder: undefined,
      label: '',
      tools: 'read',
    });
  });
});
