import type { PromptsContext } from '../../http/prompts/support/client.ts';
import type { Suites } from '../../http/support/suites-by-tier.ts';
import type { Clients } from '../mcp-clients.ts';
import { mcpPromptsSuite } from '../mcp-prompts.suite.ts';
import { mcpToolsSuite } from '../mcp-tools.suite.ts';
import { mcpViewsSuite } from '../mcp-views.suite.ts';
import { mcpWritingSuite } from '../mcp-writing.suite.ts';
import { bridgeChangesSuite } from './bridge-changes.suite.ts';

/** Everything that clients of the endpoint can do, over the bridge. */
export const bridgeSuites = (clients: Clients): Suites<(context: () => PromptsContext) => void> => ({
  'prompts over the bridge': (context) => mcpPromptsSuite(context, clients),
  'prompts over the bridge as resources, and in part': (context) => mcpViewsSuite(context, clients),
  'tools over the bridge': (context) => mcpToolsSuite(context, clients),
  'tools over the bridge that write': (context) => mcpWritingSuite(context, clients),
  'changes over the bridge': bridgeChangesSuite,
});
