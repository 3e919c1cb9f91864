import type { PromptsContext } from '../../http/prompts/support/client.ts';
import { mcpPromptsSuite } from '../mcp-prompts.suite.ts';
import { mcpToolsSuite } from '../mcp-tools.suite.ts';
import { mcpViewsSuite } from '../mcp-views.suite.ts';
import { mcpWritingSuite } from '../mcp-writing.suite.ts';
import { bridgeChangesSuite } from './bridge-changes.suite.ts';
import { BRIDGED_CLIENTS } from './bridge-clients.ts';

type Suite = (context: () => PromptsContext) => void;

/** Everything that clients of the endpoint can do, over the bridge. */
export const bridgeSuites: Readonly<Record<string, Suite>> = {
  'prompts over the bridge': (context) => mcpPromptsSuite(context, BRIDGED_CLIENTS),
  'prompts over the bridge as resources, and in part': (context) => mcpViewsSuite(context, BRIDGED_CLIENTS),
  'tools over the bridge': (context) => mcpToolsSuite(context, BRIDGED_CLIENTS),
  'tools over the bridge that write': (context) => mcpWritingSuite(context, BRIDGED_CLIENTS),
  'changes over the bridge': bridgeChangesSuite,
};
