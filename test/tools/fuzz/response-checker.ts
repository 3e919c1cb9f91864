import { type ApiDocument, type DocumentedOperation, type DocumentedResponse, parseQuery } from './api-document.ts';
import {
  type FuzzRequest,
  type FuzzResponse,
  headerValues,
  KEY_PLACEHOLDER,
  parseJson,
} from './requests/fuzz-client.ts';

export type FindingKind =
  | 'server-error'
  | 'no-response'
  | 'undeclared-status'
  | 'error-shape'
  | 'challenge'
  | 'schema'
  | 'header'
  | 'request-id'
  | 'head'
  | 'accepted'
  | 'key-rejected'
  | 'secret'
  | 'exited';

export interface Problem {
  readonly kind: FindingKind;
  readonly message: string;
}

/** Error codes of requests that the HTTP parser rejects before they are routed. */
const PARSER_CODES = ['malformed_request', 'headers_too_large', 'request_timeout'];
/** Names in the API of Langfuse may contain slashes: for another method, `…/a/versions/1` is one. */
const NAMES_WITH_SLASHES = /^(https?:\/\/[^/]*)?\/api\/public\/v2\/prompts\//;
/** Other methods than POST: a stream, or what it is refused with. */
const MCP_PATH = /^(https?:\/\/[^/]*)?\/mcp\/?(\?|#|$)/;
const MCP_STATUSES = [200, 401, 403, 405, 429];
/** Paths that the service serves but does not document. */
const UNDOCUMENTED_PATHS = /^(https?:\/\/[^/]*)?\/(api\/openapi\.json|api\/docs|dashboard|metrics|$|\?)/;

/** Checks every response against the OpenAPI document and against the guarantees for all responses. */
export class ResponseChecker {
  constructor(private readonly document: ApiDocument) {}

  check(request: FuzzRequest, response: FuzzResponse, key: string): readonly Problem[] {
    const operation = this.document.operationFor(request.method, request.target);
    return [
      ...checkAnyResponse(request.method, response),
      ...checkRequestId(request, response, key),
      ...checkCaching(request, response),
      ...this.#checkStatus(request, response, operation),
      ...(operation ? this.#checkAgainstDocument(request.method, operation, response) : []),
      ...(operation ? this.#checkAccepted(operation, request, response) : []),
      ...(MCP_PATH.test(request.target) ? checkMessages(response) : []),
      ...(operation && isValidKeyRejected(operation, request, response)
        ? [{ kind: 'key-rejected', message: 'the valid key was rejected with 401' } as const]
        : []),
    ];
  }

  /** Checks responses from a raw socket. Only the first one certainly belongs to the first line. */
  checkRaw(firstLine: string, responses: readonly FuzzResponse[]): readonly Problem[] {
    const [, method = '', target = ''] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(firstLine) ?? [];
    const operation = this.document.operationFor(method, target);
    const [first] = responses;
    return [
      ...responses.flatMap((response) => checkAnyResponse('GET', response)),
      ...(operation && first ? this.#checkStatus({ method, target, headers: [] }, first, operation) : []),
      ...(operation && first ? this.#checkAgainstDocument(method, operation, first) : []),
    ];
  }

  #checkStatus(
    { method, target }: FuzzRequest,
    response: FuzzResponse,
    operation: DocumentedOperation | undefined,
  ): readonly Problem[] {
    const { status } = response;
    const undeclared = (what: string) => [{ kind: 'undeclared-status', message: `${status} for ${what}` } as const];
    if (operation) return String(status) in operation.responses ? [] : undeclared(operation.id);
    if (status === 431 || status === 421 || status === 408 || status === 400) return [];
    if (MCP_PATH.test(target)) return MCP_STATUSES.includes(status) ? [] : undeclared('another method of MCP');
    if (this.document.operationsAt(target) && !NAMES_WITH_SLASHES.test(target)) {
      const expected = method === 'OPTIONS' ? 204 : 405;
      return status === expected ? checkAllow(response) : undeclared('a method that the path does not support');
    }
    const isServed = UNDOCUMENTED_PATHS.test(target) || NAMES_WITH_SLASHES.test(target);
    return status === 404 || isServed ? [] : undeclared('an undocumented path');
  }

  #checkAgainstDocument(
    method: string,
    { id, responses }: DocumentedOperation,
    { status, headers, text }: FuzzResponse,
  ): readonly Problem[] {
    const documented = responses[status];
    if (!documented) return [];
    const wrongHeaders = this.#checkHeaders(documented, headers);
    if (method === 'HEAD') return text === '' ? wrongHeaders : [{ kind: 'head', message: 'HEAD has a body' }];
    const type = headers.get('Content-Type')?.split(';', 1).join('') ?? '';
    const schema = documented.content?.[type]?.schema;
    if (!schema) {
      const message = `${id} ${status} has a body of the undocumented type "${type}"`;
      return text === '' && !documented.content ? wrongHeaders : [...wrongHeaders, { kind: 'schema', message }];
    }
    const wrong = this.document.findSchemaProblem(schema, type === 'application/json' ? parseJson(text) : text);
    return wrong === undefined
      ? wrongHeaders
      : [...wrongHeaders, { kind: 'schema', message: `${id} ${status}: ${wrong}` }];
  }

  #checkHeaders({ headers: documented = {} }: DocumentedResponse, headers: Headers): readonly Problem[] {
    return Object.entries(documented).flatMap(([name, { required = false, schema }]): Problem[] => {
      const value = headers.get(name);
      if (value === null) return required ? [{ kind: 'header', message: `${name} is missing` }] : [];
      const wrong = this.document.findTextProblem(schema, value);
      return wrong === undefined ? [] : [{ kind: 'header', message: `${name}: ${wrong}` }];
    });
  }

  /** A request that the document forbids must not succeed. */
  #checkAccepted(operation: DocumentedOperation, request: FuzzRequest, { status }: FuzzResponse): Problem[] {
    const { id, body, parameters, isLenient } = operation;
    if (status < 200 || status > 299 || isLenient) return [];
    const wrongBody = body && this.document.findSchemaProblem(body, parseJson(decodeUtf8(request.body ?? Buffer.of())));
    const known = parameters.filter((parameter) => parameter.in === 'query');
    // An operation without parameters ignores its query.
    const given = known.length > 0 ? Object.entries(parseQuery(request.target)) : [];
    const wrongQuery = given.flatMap(([name, value]) => {
      const parameter = known.find((each) => each.name === name);
      if (!parameter) return [`unknown parameter ${name}`];
      return this.document.findTextProblem(parameter.schema, value) ?? [];
    });
    return [...(wrongBody === undefined ? [] : [wrongBody]), ...wrongQuery].map((reason) => ({
      kind: 'accepted',
      message: `${id} ${status} although ${reason}`,
    }));
  }
}

/** Nothing that a client sends is an internal error, except too much of it. */
function checkMessages({ text }: FuzzResponse): readonly Problem[] {
  const [, error = ''] = /"error":(\{"code":-32603.*)/.exec(text) ?? [];
  if (error === '' || /"(busy|timeout)"/.test(error)) return [];
  return [{ kind: 'server-error', message: `an internal error: ${error.slice(0, 200)}` }];
}

/** Guarantees that hold for every response. */
function checkAnyResponse(method: string, response: FuzzResponse): readonly Problem[] {
  const { status, headers, text } = response;
  const problems: Problem[] = [];
  if (status >= 500) problems.push({ kind: 'server-error', message: `${status} ${text.slice(0, 200)}` });
  if (!headers.get('X-Request-Id')) problems.push({ kind: 'request-id', message: 'X-Request-Id is missing' });
  if (status < 400) return problems;
  const challenge = headers.get('WWW-Authenticate') ?? '';
  if (status === 401 && !/^Bearer realm="prompthold"(, error="invalid_token")?$/.test(challenge)) {
    problems.push({ kind: 'challenge', message: `a 401 with the challenge "${challenge}"` });
  }
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers.get('Retry-After') ?? '')) {
    problems.push({ kind: 'header', message: `a ${status} without Retry-After` });
  }
  const wrong = method === 'HEAD' ? undefined : findShapeProblem(response);
  if (wrong !== undefined) problems.push({ kind: 'error-shape', message: `${status} ${wrong}` });
  return problems;
}

function findShapeProblem({ status, headers, text }: FuzzResponse): string | undefined {
  // The SDK of MCP rejects some messages itself.
  if (/^\{"jsonrpc":"2\.0","error":\{"code":-32\d{3},/.test(text)) return undefined;
  if (headers.get('Content-Type') !== 'application/json; charset=utf-8') {
    return `of type ${headers.get('Content-Type')}`;
  }
  if (status === 401) return text === '{"error":"Unauthorized"}' ? undefined : `is ${text.slice(0, 100)}`;
  const { error, code, requestId, details } = (parseJson(text) ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof error !== 'string' || error === '') return 'without error';
  if (typeof code !== 'string' || !/^[a-z_]+$/.test(code)) return 'without code';
  if (requestId !== headers.get('X-Request-Id')) return 'with a requestId that differs from its header';
  const isListed = Array.isArray(details) && details.length > 0;
  return status === 422 && !isListed ? 'without details' : undefined;
}

function checkRequestId(request: FuzzRequest, { headers, text }: FuzzResponse, key: string): readonly Problem[] {
  const [sent, ...others] = headerValues(request, 'x-request-id').map((value) =>
    value.trim().replace(KEY_PLACEHOLDER, key),
  );
  const isEchoed = sent !== undefined && others.length === 0 && /^[A-Za-z0-9._-]{1,128}$/.test(sent);
  // The HTTP parser rejected the request before it reached this header.
  if (!isEchoed || sent === headers.get('X-Request-Id') || PARSER_CODES.some((code) => text.includes(code))) return [];
  return [{ kind: 'request-id', message: `X-Request-Id is ${headers.get('X-Request-Id')}, not the one sent` }];
}

/** Shared caches must not store a response for other users. Responses of the HTTP parser are not cacheable anyway. */
function checkCaching({ method, target }: FuzzRequest, { status, headers, text }: FuzzResponse): readonly Problem[] {
  const message = [
    ...(headers.get('Cache-Control') ? [] : ['Cache-Control is missing']),
    ...(headers.get('Vary')?.includes('Authorization') ? [] : ['Vary is missing']),
  ].join(', ');
  const isMalformed = status === 400 && (method === 'HEAD' || text.includes('malformed'));
  const isParserRejection = isMalformed || status === 408 || status === 431;
  if (!target.startsWith('/api/') || isParserRejection || message === '') return [];
  return [{ kind: 'header', message }];
}

const checkAllow = ({ headers }: FuzzResponse): readonly Problem[] =>
  headers.get('Allow') ? [] : [{ kind: 'header', message: 'Allow is missing' }];

function isValidKeyRejected(
  { isPublic }: DocumentedOperation,
  request: FuzzRequest,
  { status }: FuzzResponse,
): boolean {
  const credentials = headerValues(request, 'authorization');
  return status === 401 && !isPublic && credentials.length === 1 && credentials[0] === `Bearer ${KEY_PLACEHOLDER}`;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

const VARYING_HEADERS = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];

/** HEAD has the same status and headers as GET. The length of a volatile resource may differ. */
export function compareHeadWithGet(get: FuzzResponse, head: FuzzResponse, isVolatile: boolean): readonly Problem[] {
  const ignored = isVolatile ? [...VARYING_HEADERS, 'content-length'] : VARYING_HEADERS;
  const comparable = ({ status, headers }: FuzzResponse) =>
    JSON.stringify([status, [...headers].filter(([name]) => !ignored.includes(name)).sort()]);
  if (comparable(get) === comparable(head)) return [];
  return [{ kind: 'head', message: `HEAD has ${comparable(head)}, GET has ${comparable(get)}` }];
}

/** The log lines that contain a secret, with or without the `ph_` prefix of keys. */
export const findLeaks = (log: string, secrets: readonly string[]): readonly string[] =>
  log.split('\n').filter((line) => secrets.some((secret) => line.includes(secret.replace(/^ph_/, ''))));
