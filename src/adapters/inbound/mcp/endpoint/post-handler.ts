import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { z } from 'zod';
import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import { letOthersRun } from '../../../../application/ports/execution.ts';
import { invariant } from '../../../../domain/invariant.ts';
import { JSON_VALUES_MAX } from '../../../../domain/text/count-json.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import type { ActorOf } from '../../http/auth/actor-of.ts';
import { BODY_BYTES_MAX, type JsonLimits, readJson } from '../../http/body/read-json.ts';
import { invalid } from '../../http/errors/rejection.ts';
import { rejectionFor } from '../../http/errors/rejection-for.ts';
import { queryReader } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { KeyState } from '../../http/request/request-state.ts';
import { toSerialized } from '../../http/response/respond-json.ts';
import type { Handle, RouteContext } from '../../http/routes/route.ts';
import type { StreamServices } from '../../http/streams/open-stream.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope } from '../access/request-scope.ts';
import { type AccessUseCases, UseCaseAccess } from '../access/use-case-access.ts';
import { createHandler, createListenHandler } from '../server/create-handler.ts';
import { DirectServer, isDirectRequest } from '../server/direct-server.ts';
import { isListen, serveListen } from '../streams/serve-listen.ts';
import { endpointQuery, toEndpointRequest } from './endpoint-query.ts';

export interface PostServices extends AccessUseCases, StreamServices {
  readonly actorOf: ActorOf;
  readonly log: Logger;
  readonly version: string;
}

type Context = RouteContext<KeyState>;

/** In a batch of calls, the values of a rendering are three levels deeper than in our own API. */
const LIMITS: JsonLimits = { valuesMax: JSON_VALUES_MAX, depthMax: JSON_DEPTH_MAX + 3 };
const message = z.unknown();
/** Clients of March 2025 are the only ones that send batches. All messages of a batch are handled concurrently. */
const BATCH_MESSAGES_MAX = 10;

export function handlePost(services: PostServices): Handle<KeyState> {
  const readRequest = queryReader(endpointQuery, toEndpointRequest);
  const scopes = new WeakMap<Request, RequestScope>();
  const scopeOf = (request: Request | undefined): RequestScope => {
    const scope = request && scopes.get(request);
    invariant(scope !== undefined, 'every request has a scope');
    return scope;
  };
  const options = { version: services.version, scopeOf };
  const handler = createHandler(options);
  const direct = new DirectServer(services.version);

  return async (ctx) => {
    const { view, toolSet } = readRequest(ctx);
    const body = await readJson(ctx, message, BODY_BYTES_MAX, LIMITS);
    if (Array.isArray(body) && body.length > BATCH_MESSAGES_MAX) throw rejectBatch();
    const execution = RequestExecution.of(ctx);
    const scope = scopeFor(ctx, services, execution);
    const ofRequest = { ...scope, view, toolSet };
    if (isDirectRequest(ctx.req.headers, body)) {
      const message = await direct.serve(body, ofRequest);
      if (scope.retired) throw scope.retired;
      return respondEvent(ctx, message);
    }
    const request = toRequest(ctx);
    scopes.set(request, ofRequest);
    // The SDK makes a server for each stream: a hundred that are opened together would hold up all other requests.
    if (isListen(body)) await letOthersRun(execution);
    const response = isListen(body)
      ? await serveListen(ctx, createListenHandler(options), [request, body], services)
      : await handler.fetch(request, { parsedBody: body });
    if (scope.retired) throw scope.retired;
    if (response) await respond(ctx, response);
  };
}

const rejectBatch = () =>
  invalid([{ path: '', problem: 'too-many', text: `must have at most ${BATCH_MESSAGES_MAX} messages` }]);

function scopeFor(ctx: Context, services: PostServices, execution: RequestExecution) {
  const { state } = ctx;
  const { requestId } = state;
  let retired: CredentialRetired | undefined;
  const toFailure = (error: unknown): RequestFailure => {
    if (error instanceof CredentialRetired) {
      // The response to the whole request is a 401 then.
      retired = error;
      return new RequestFailure(401, { error: error.message, code: 'unauthorized' });
    }
    const { status, sentence, code, extras } = rejectionFor(error, services.log, requestId);
    return new RequestFailure(status, { error: sentence, code, details: extras.details, requestId });
  };
  const countRead = (read: PromptRead): void => {
    state.promptRead = read;
  };
  const reportWrite = (): void => {
    state.isSettled = true;
  };
  const request = {
    owner: state.account.id,
    actor: services.actorOf(ctx),
    execution,
    toFailure,
    countRead,
    reportWrite,
  };
  return {
    access: new UseCaseAccess(services, request),
    requestId,
    toFailure,
    get retired() {
      return retired;
    },
  };
}

/** Headers that the SDK looks at. The key and the address of the service are not among them. */
const PASSED_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
const ADDRESS = 'http://localhost/mcp';

/** The body is passed on parsed. */
function toRequest({ req }: Context): Request {
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = req.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request(ADDRESS, { method: 'POST', headers: passed });
}

/** A stream of one message, as the SDK responds to a request. */
function respondEvent(ctx: Context, message: JSONRPCMessage): void {
  ctx.status = 200;
  const body = toSerialized(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  ctx.state.response = { headers: ['Content-Type', 'text/event-stream'], body };
}

async function respond(ctx: Context, response: Response): Promise<void> {
  invariant(response.status < 500, 'the SDK handles every request');
  const body = toSerialized(await response.text());
  const type = response.headers.get('Content-Type');
  ctx.status = response.status;
  ctx.state.response = { headers: type === null ? [] : ['Content-Type', type], body };
}
