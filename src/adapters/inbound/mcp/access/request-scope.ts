import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import type { PromptAccess } from './prompt-access.ts';
import type { RequestFailure } from './request-failure.ts';

export const TOOL_SETS = ['read', 'write', 'none'] as const;
/** Which tools a client sees. Those of `write` include those of `read`. */
export type ToolSet = (typeof TOOL_SETS)[number];

/** What one request of an MCP client works with. */
export interface RequestScope {
  readonly access: PromptAccess;
  readonly view: PromptView;
  readonly toolSet: ToolSet;
  /** In error bodies. Undefined if requests have no id of their own. */
  readonly requestId?: string | undefined;
  /** What the client learns about an error that nobody expected. Logs it. */
  readonly toFailure: (error: unknown) => RequestFailure;
}
