import { describe, expect, it } from 'vitest';
import {
  buildFolderTree,
  countIn,
} from '../../../../../src/adapters/inbound/dashboard/web/pages/prompts/build-folder-tree.ts';

describe('the tree of folders', () => {
  const tree = buildFolderTree([
    { folder: '', count: 2 },
    { folder: 'agents/tools/web', count: 4 },
    { folder: 'agents-old', count: 1 },
    { folder: 'support', count: 3 },
    { folder: 'support/eu', count: 5 },
  ]);

  it('counts the prompts of each folder with those of the folders below it', () => {
    const web = { path: 'agents/tools/web', name: 'web', count: 4, children: [] };
    const tools = { path: 'agents/tools', name: 'tools', count: 4, children: [web] };
    expect(tree).toEqual({
      count: 15,
      topLevelCount: 2,
      children: [
        { path: 'agents', name: 'agents', count: 4, children: [tools] },
        { path: 'agents-old', name: 'agents-old', count: 1, children: [] },
        {
          path: 'support',
          name: 'support',
          count: 8,
          children: [{ path: 'support/eu', name: 'eu', count: 5, children: [] }],
        },
      ],
    });
  });

  it('is empty without prompts', () => {
    expect(buildFolderTree([])).toEqual({ count: 0, topLevelCount: 0, children: [] });
  });

  it.each([
    [undefined, 15],
    ['', 2],
    ['support', 8],
    ['agents/tools', 4],
    ['agents/too', 0],
    ['none/of/these', 0],
  ])('finds the number of prompts in %j', (folder, count) => {
    expect(countIn(tree, folder)).toBe(count);
  });
});
