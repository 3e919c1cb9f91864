import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server';
import { invariant } from '../../../../domain/invariant.ts';
import type { RequestScope } from '../access/request-scope.ts';
import { createServer } from './create-server.ts';

/** The requests that clients repeat. All others are part of a handshake, or of an era with headers of its own. */
const METHODS: ReadonlySet<string> = new Set([
  ...['prompts/list', 'prompts/get', 'completion/complete', 'tools/list', 'tools/call'],
  ...['resources/list', 'resources/templates/list', 'resources/read'],
]);

/**
 * Whether this is one request of a client of 2025, with the headers that the SDK requires of it: then it needs neither a
 * server of its own nor the SDK's HTTP.
 */
export function isDirectRequest(headers: IncomingHttpHeaders, body: unknown): body is JSONRPCRequest {
  const { accept = '', 'mcp-protocol-version': version } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) return false;
  if (!isJSONRPCRequest(body) || !METHODS.has(body.method)) return false;
  return classifyInboundRequest({ httpMethod: 'POST', ...standardHeaders(headers), body }).kind === 'legacy';
}

const standardHeaders = ({
  'mcp-protocol-version': version,
  'mcp-method': method,
  'mcp-name': name,
}: IncomingHttpHeaders) => ({
  ...(typeof version === 'string' && { protocolVersionHeader: version }),
  ...(typeof method === 'string' && { mcpMethodHeader: method }),
  ...(typeof name === 'string' && { mcpNameHeader: name }),
});

interface Pending {
  readonly scope: RequestScope;
  readonly respond: (response: JSONRPCMessage) => void;
}

/** One server for the single requests of all clients, which have no state. It gets them in this process, without HTTP. */
export class DirectServer {
  readonly #pending = new Map<RequestId, Pending>();
  readonly #transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      if ('id' in message && message.id !== undefined) this.#pending.get(message.id)?.respond(message);
    },
  };
  readonly #connected: Promise<void>;
  #requests = 0;

  constructor(version: string) {
    const server = createServer(({ mcpReq }) => this.#scopeOf(mcpReq.id), version);
    this.#connected = server.connect(this.#transport);
  }

  /** Resolves to the response. Requests of different clients may have the same id, so each gets another one here. */
  async serve(request: JSONRPCRequest, scope: RequestScope): Promise<JSONRPCMessage> {
    await this.#connected;
    this.#requests += 1;
    const id = this.#requests;
    try {
      const response = await new Promise<JSONRPCMessage>((respond) => {
        this.#pending.set(id, { scope, respond });
        this.#transport.onmessage?.({ ...request, id });
      });
      return { ...response, id: request.id } as JSONRPCMessage;
    } finally {
      this.#pending.delete(id);
    }
  }

  #scopeOf(id: RequestId): RequestScope {
    const pending = this.#pending.get(id);
    invariant(pending !== undefined, 'every request has a scope');
    return pending.scope;
  }
}
