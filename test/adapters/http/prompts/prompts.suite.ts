import { beforeAll, describe } from 'vitest';
import type { FreshStorage } from '../../../support/storage/fresh-storage.ts';
import { hubSuite } from '../../langchain/hub.suite.ts';
import { langfuseClientSuite } from '../../langfuse/langfuse-client.suite.ts';
import { langfuseLabelsSuite } from '../../langfuse/langfuse-labels.suite.ts';
import { langfuseListsSuite } from '../../langfuse/langfuse-lists.suite.ts';
import { langfuseReadingSuite } from '../../langfuse/langfuse-reading.suite.ts';
import { langfuseV3Suite } from '../../langfuse/langfuse-v3.suite.ts';
import { langfuseWritingSuite } from '../../langfuse/langfuse-writing.suite.ts';
import { litellmSuite } from '../../litellm/litellm.suite.ts';
import { mcpOriginsSuite } from '../../mcp/mcp-origins.suite.ts';
import { mcpPagesSuite } from '../../mcp/mcp-pages.suite.ts';
import { mcpPromptsSuite } from '../../mcp/mcp-prompts.suite.ts';
import { mcpToolsSuite } from '../../mcp/mcp-tools.suite.ts';
import { mcpViewsSuite } from '../../mcp/mcp-views.suite.ts';
import { mcpWritingSuite } from '../../mcp/mcp-writing.suite.ts';
import { mcpNotificationsSuite } from '../../mcp/streams/mcp-notifications.suite.ts';
import { changesSuite } from '../changes/changes.suite.ts';
import { transferLinesSuite } from '../import/import-lines.suite.ts';
import { closedReleasesSuite } from '../protection/closed-releases.suite.ts';
import { protectedLabelsSuite } from '../protection/protected-labels.suite.ts';
import type { Suites, SuitesByTier } from '../support/suites-by-tier.ts';
import { twoServices } from '../support/two-services.ts';
import { badRequestsSuite } from './bad-requests.suite.ts';
import { conditionalRequestsSuite } from './conditional-requests.suite.ts';
import { includersSuite } from './includers.suite.ts';
import { isolationSuite } from './isolation.suite.ts';
import { labelsSuite } from './labels.suite.ts';
import { lifecycleSuite } from './lifecycle.suite.ts';
import { limitsSuite } from './limits.suite.ts';
import { listsSuite } from './lists.suite.ts';
import { readingSuite } from './reading.suite.ts';
import { renderingSuite } from './rendering.suite.ts';
import { createPromptsContext, type PromptsContext } from './support/client.ts';
import { transferSuite } from './transfer.suite.ts';
import { versionsSuite } from './versions.suite.ts';
import { writingSuite } from './writing.suite.ts';

export const promptsSuites: SuitesByTier<(context: () => PromptsContext) => void> = {
  smoke: { 'the life of a prompt': lifecycleSuite },
  storageDependent: {
    'a closed release': closedReleasesSuite,
    'a conditional request': conditionalRequestsSuite,
    'another account': isolationSuite,
    'the feed of changes': changesSuite,
    'export and import': transferSuite,
    'export and import line by line': transferLinesSuite,
  },
  storageIndependent: {
    'writing a prompt': writingSuite,
    'a version': versionsSuite,
    'a label': labelsSuite,
    'a prompt that includes another': includersSuite,
    'protected labels': protectedLabelsSuite,
    'reading a prompt': readingSuite,
    'a list': listsSuite,
    'the limit': limitsSuite,
    'a list of the Langfuse API': langfuseListsSuite,
    'writing through the Langfuse API': langfuseWritingSuite,
    'tools of MCP that write': mcpWritingSuite,
    'pages in MCP': mcpPagesSuite,
    'notifications in MCP': mcpNotificationsSuite,
  },
  onlyForm: {
    'rendering and comparing': renderingSuite,
    'a bad request': badRequestsSuite,
    '@langfuse/client 5': langfuseClientSuite,
    'labels in @langfuse/client 5': langfuseLabelsSuite,
    'langfuse 3': langfuseV3Suite,
    'reading through the Langfuse API': langfuseReadingSuite,
    'the LangChain hub': hubSuite,
    'the LiteLLM endpoint': litellmSuite,
    'prompts in MCP': mcpPromptsSuite,
    'prompts in MCP as resources, and in part': mcpViewsSuite,
    'tools of MCP': mcpToolsSuite,
    'pages of other origins': mcpOriginsSuite,
  },
};

/** Runs suites about prompts against two services on one storage. */
export function promptsSuite(
  fresh: () => Promise<FreshStorage>,
  suites: Suites<(context: () => PromptsContext) => void>,
): void {
  const services = twoServices(fresh);
  let context: PromptsContext;

  beforeAll(async () => {
    context = await createPromptsContext(services());
  });

  for (const [subject, suite] of Object.entries(suites)) describe(subject, () => suite(() => context));
}
