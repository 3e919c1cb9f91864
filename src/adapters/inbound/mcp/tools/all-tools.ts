import type { ToolSet } from '../access/request-scope.ts';
import { getPrompt, renderPrompt, searchPrompts } from './reading-tools.ts';
import type { Tool } from './tool.ts';
import { moveLabel, publishPrompt } from './writing-tools.ts';

const ALL: readonly Tool[] = [searchPrompts, getPrompt, renderPrompt, publishPrompt, moveLabel];

const BY_SET: Readonly<Record<ToolSet, readonly Tool[]>> = {
  none: [],
  read: ALL.filter(({ toolSet }) => toolSet === 'read'),
  write: ALL,
};

/** Always in the same order. */
export const toolsIn = (toolSet: ToolSet): readonly Tool[] => BY_SET[toolSet];
