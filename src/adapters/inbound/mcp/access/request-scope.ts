import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import type { PromptAccess } from './prompt-access.ts';
import type { RequestFailure } from './request-failure.ts';

export const TOOL_SETS = ['read', 'write', 'none'] as const;
/** The set of tools that a client sees. The set `write` includes those of `read`. */
export type ToolSet = (typeof TOOL_SETS)[number];

/** Dependencies of one request of an MCP client. */
export interface RequestScope {
  readonly access: PromptAccess;
  readonly view: PromptView;
  readonly toolSet: ToolSet;
  /** Id in error bodies. Undefined if requests have no id of their own. */
  readonly requestId?: string | undefined;
  /** Logs an unexpected error, and maps it to what the client learns about it. */
  readonly toFailure: (error: unknown) => RequestFailure;
}
