import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope } from '../access/request-scope.ts';
import { completePromptArgument, getPrompt, listPrompts } from '../requests/prompt-requests.ts';
import { listResources, RESOURCE_TEMPLATE, readResource } from '../requests/resource-requests.ts';
import { getPrompt as getPromptTool, renderPrompt, searchPrompts } from '../tools/reading-tools.ts';
import { moveLabel, publishPrompt } from '../tools/writing-tools.ts';
import { HandshakeServer } from './handshake-server.ts';
import { toBody, withProtocolErrors } from './protocol-errors.ts';
import { callToolParams, completeParams, getPromptParams, pageParams, readResourceParams } from './request-params.ts';

const INSTRUCTIONS =
  'Prompthold stores versioned prompts: fill them in as prompts, or find, read and render them with the tools. ' +
  'Append @label or @version to the name of a prompt to select another version than the one that is live.';

/** The scope of the request that a handler is called for. */
export type ScopeOf = (context: ServerContext) => RequestScope;

/** A server for some requests, or for one connection over stdio. It knows nothing about transports. */
export function createServer(scopeOf: ScopeOf, version: string): Server {
  const server = new HandshakeServer(
    { name: 'prompthold', title: 'Prompthold', version },
    {
      capabilities: { prompts: { listChanged: true }, completions: {}, tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
    },
  );
  servePrompts(server, scopeOf);
  serveResources(server, scopeOf);
  serveTools(server, scopeOf);
  return server;
}

function servePrompts(server: Server, scopeOf: ScopeOf): void {
  server.setRequestHandler('prompts/list', { params: pageParams }, ({ cursor }, context) =>
    withProtocolErrors(scopeOf(context), (scope) => listPrompts(scope, cursor)),
  );
  server.setRequestHandler('prompts/get', { params: getPromptParams }, ({ name, arguments: given }, context) =>
    withProtocolErrors(scopeOf(context), (scope) => getPrompt(scope, name, given)),
  );
  server.setRequestHandler('completion/complete', { params: completeParams }, ({ ref, argument }, context) =>
    withProtocolErrors(scopeOf(context), async (scope) => ({
      completion: ref.type === 'ref/prompt' ? await completePromptArgument(scope, ref.name, argument) : { values: [] },
    })),
  );
}

function serveResources(server: Server, scopeOf: ScopeOf): void {
  server.setRequestHandler('resources/templates/list', { params: pageParams }, () => ({
    resourceTemplates: [RESOURCE_TEMPLATE],
  }));
  server.setRequestHandler('resources/list', { params: pageParams }, ({ cursor }, context) =>
    withProtocolErrors(scopeOf(context), (scope) => listResources(scope, cursor)),
  );
  server.setRequestHandler('resources/read', { params: readResourceParams }, ({ uri }, context) =>
    withProtocolErrors(scopeOf(context), async (scope) => {
      const result = await readResource(scope, uri);
      if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${uri}`, { uri });
      return result;
    }),
  );
}

/** Always in the same order. */
const TOOLS = [searchPrompts, getPromptTool, renderPrompt, publishPrompt, moveLabel];

const toolsIn = ({ toolSet: wanted }: RequestScope) =>
  TOOLS.filter(({ toolSet }) => wanted === 'write' || toolSet === wanted);

function serveTools(server: Server, scopeOf: ScopeOf): void {
  server.setRequestHandler('tools/list', { params: pageParams }, (_params, context) => ({
    tools: toolsIn(scopeOf(context)).map(({ name, description, annotations, inputSchema }) => ({
      name,
      description,
      annotations,
      inputSchema,
    })),
  }));
  server.setRequestHandler('tools/call', { params: callToolParams }, ({ name, arguments: given = {} }, context) =>
    withProtocolErrors(scopeOf(context), async (scope) => {
      const tool = toolsIn(scope).find((each) => each.name === name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
      try {
        const result = toToolResult(await tool.call(scope, given));
        // Clients of 2025 take objects only.
        return server.projectCallToolResult(result, undefined);
      } catch (error) {
        // A model can correct its own mistakes, but not an outage.
        if (!(error instanceof RequestFailure) || error.status >= 500) throw error;
        return { ...toToolResult(toBody(error, scope.requestId)), isError: true };
      }
    }),
  );
}

const toToolResult = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});
