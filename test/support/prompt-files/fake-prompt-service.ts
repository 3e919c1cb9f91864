import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import { FakePrompts } from '../in-memory/fake-prompts.ts';

/** A service with an account that has no prompts yet. */
export interface PromptService {
  readonly url: string;
  readonly key: ApiKey;
  close(): Promise<void>;
}

export type OpenPromptService = () => Promise<PromptService>;

/** The status and body that a handler returns. */
export interface FakeResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Just enough of the HTTP API for `prompt push` and `prompt pull`, in memory. */
export const openFakePromptService: OpenPromptService = async () => {
  const key = ApiKey.fromEntropy(randomBytes(ApiKey.entropyBytes));
  const prompts = new FakePrompts();
  const server = createServer((request, response) => {
    void handle(request, key, prompts).then(({ status, body }) => send(response, status, body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

async function handle(request: IncomingMessage, key: ApiKey, prompts: FakePrompts): Promise<FakeResponse> {
  if (request.headers.authorization !== `Bearer ${key.reveal()}`) {
    return { status: 401, body: { error: 'Unauthorized' } };
  }
  const url = new URL(request.url ?? '', 'http://localhost');
  const name = /^\/api\/prompts\/([^/]+)$/.exec(url.pathname)?.[1];
  if (request.method === 'GET' && url.pathname === '/api/prompts') return prompts.list(url.searchParams);
  if (request.method === 'PUT' && name) return prompts.put(decodeURIComponent(name), await json(request));
  return { status: 404, body: { error: 'Not Found', code: 'not_found' } };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
