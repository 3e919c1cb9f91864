import { type ApiDocument, type DocumentedAnswer, type DocumentedOperation, queryOf } from './api-document.ts';
import { type FuzzAnswer, type FuzzRequest, headerIn, jsonIn, KEY_MARK } from './requests/exchange.ts';

export type FindingKind =
  | 'server-error'
  | 'no-answer'
  | 'undeclared-status'
  | 'error-shape'
  | 'challenge'
  | 'schema'
  | 'header'
  | 'request-id'
  | 'head'
  | 'accepted'
  | 'key-refused'
  | 'secret'
  | 'ended';

export interface Complaint {
  readonly kind: FindingKind;
  readonly problem: string;
}

/** What the parser of HTTP refuses, before anybody asks what it was about. */
const PARSER_CODES = ['malformed_request', 'headers_too_large', 'request_timeout'];
/** Known to the service, and none of the document's business. */
const UNDOCUMENTED_PATHS = /^(https?:\/\/[^/]*)?\/(api\/openapi\.json|api\/docs|dashboard|metrics|$|\?)/;

/** Holds every answer against the document, and against what is promised of all answers. */
export class Judge {
  constructor(private readonly document: ApiDocument) {}

  complaints(request: FuzzRequest, answer: FuzzAnswer, key: string): readonly Complaint[] {
    const operation = this.document.operationFor(request.method, request.target);
    return [
      ...answerComplaints(request.method, answer),
      ...requestIdComplaints(request, answer, key),
      ...cachingComplaints(request, answer),
      ...this.#statusComplaints(request, answer, operation),
      ...(operation ? this.#documentComplaints(request.method, operation, answer) : []),
      ...(operation ? this.#acceptedComplaints(operation, request, answer) : []),
      ...(operation && isRightKeyRefused(operation, request, answer)
        ? [{ kind: 'key-refused', problem: 'the key that is valid was answered 401' } as const]
        : []),
    ];
  }

  /** For what came out of a bare socket. Only the first answer is known to be about the first line. */
  rawComplaints(firstLine: string, answers: readonly FuzzAnswer[]): readonly Complaint[] {
    const [, method = '', target = ''] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(firstLine) ?? [];
    const operation = this.document.operationFor(method, target);
    const [first] = answers;
    return [
      ...answers.flatMap((answer) => answerComplaints('GET', answer)),
      ...(operation && first ? this.#statusComplaints({ method, target, headers: [] }, first, operation) : []),
      ...(operation && first ? this.#documentComplaints(method, operation, first) : []),
    ];
  }

  #statusComplaints(
    { method, target }: FuzzRequest,
    answer: FuzzAnswer,
    operation: DocumentedOperation | undefined,
  ): readonly Complaint[] {
    const { status } = answer;
    const complaint = (what: string) => [{ kind: 'undeclared-status', problem: `${status} for ${what}` } as const];
    if (operation) return String(status) in operation.answers ? [] : complaint(operation.id);
    if (status === 431 || status === 408 || status === 400) return [];
    if (this.document.operationsAt(target)) {
      const expected = method === 'OPTIONS' ? 204 : 405;
      return status === expected ? allowComplaints(answer) : complaint('a method that the path does not have');
    }
    return status === 404 || UNDOCUMENTED_PATHS.test(target) ? [] : complaint('a path that is not documented');
  }

  #documentComplaints(
    method: string,
    { id, answers }: DocumentedOperation,
    { status, headers, text }: FuzzAnswer,
  ): readonly Complaint[] {
    const documented = answers[status];
    if (!documented) return [];
    const wrongHeaders = this.#headerComplaints(documented, headers);
    if (method === 'HEAD') return text === '' ? wrongHeaders : [{ kind: 'head', problem: 'HEAD has a body' }];
    const type = headers.get('Content-Type')?.split(';', 1).join('') ?? '';
    const schema = documented.content?.[type]?.schema;
    if (!schema) {
      const problem = `${id} ${status} has a body of type "${type}", which is not documented`;
      return text === '' && !documented.content ? wrongHeaders : [...wrongHeaders, { kind: 'schema', problem }];
    }
    const wrong = this.document.problem(schema, type === 'application/json' ? jsonIn(text) : text);
    return wrong === undefined
      ? wrongHeaders
      : [...wrongHeaders, { kind: 'schema', problem: `${id} ${status}: ${wrong}` }];
  }

  #headerComplaints({ headers: documented = {} }: DocumentedAnswer, headers: Headers): readonly Complaint[] {
    return Object.entries(documented).flatMap(([name, { required = false, schema }]): Complaint[] => {
      const value = headers.get(name);
      if (value === null) return required ? [{ kind: 'header', problem: `${name} is missing` }] : [];
      const wrong = this.document.problem(schema, value);
      return wrong === undefined ? [] : [{ kind: 'header', problem: `${name}: ${wrong}` }];
    });
  }

  /** Nothing that the document forbids may succeed. */
  #acceptedComplaints(operation: DocumentedOperation, request: FuzzRequest, { status }: FuzzAnswer): Complaint[] {
    if (status < 200 || status > 299) return [];
    const { id, body, parameters } = operation;
    const wrongBody = body && this.document.problem(body, jsonIn(decoded(request.body ?? Buffer.of())));
    const known = parameters.filter((parameter) => parameter.in === 'query');
    // An operation without any parameter does not look at its query.
    const given = known.length > 0 ? Object.entries(queryOf(request.target)) : [];
    const wrongQuery = given.flatMap(([name, value]) => {
      const parameter = known.find((each) => each.name === name);
      if (!parameter) return [`unknown parameter ${name}`];
      return this.document.problem(parameter.schema, value) ?? [];
    });
    return [...(wrongBody === undefined ? [] : [wrongBody]), ...wrongQuery].map((problem) => ({
      kind: 'accepted',
      problem: `${id} ${status} although ${problem}`,
    }));
  }
}

/** What is promised of every answer, whatever it is about. */
function answerComplaints(method: string, answer: FuzzAnswer): readonly Complaint[] {
  const { status, headers, text } = answer;
  const complaints: Complaint[] = [];
  if (status >= 500) complaints.push({ kind: 'server-error', problem: `${status} ${text.slice(0, 200)}` });
  if (!headers.get('X-Request-Id')) complaints.push({ kind: 'request-id', problem: 'X-Request-Id is missing' });
  if (status < 400) return complaints;
  const challenge = headers.get('WWW-Authenticate') ?? '';
  if (status === 401 && !/^Bearer realm="prompthold"(, error="invalid_token")?$/.test(challenge)) {
    complaints.push({ kind: 'challenge', problem: `a 401 with the challenge "${challenge}"` });
  }
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers.get('Retry-After') ?? '')) {
    complaints.push({ kind: 'header', problem: `a ${status} without Retry-After` });
  }
  const wrong = method === 'HEAD' ? undefined : shapeProblem(answer);
  if (wrong !== undefined) complaints.push({ kind: 'error-shape', problem: `${status} ${wrong}` });
  return complaints;
}

function shapeProblem({ status, headers, text }: FuzzAnswer): string | undefined {
  if (headers.get('Content-Type') !== 'application/json; charset=utf-8') {
    return `of type ${headers.get('Content-Type')}`;
  }
  if (status === 401) return text === '{"error":"Unauthorized"}' ? undefined : `is ${text.slice(0, 100)}`;
  const { error, code, requestId, details } = (jsonIn(text) ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof error !== 'string' || error === '') return 'without error';
  if (typeof code !== 'string' || !/^[a-z_]+$/.test(code)) return 'without code';
  if (requestId !== headers.get('X-Request-Id')) return 'with another requestId than its header';
  const isListed = Array.isArray(details) && details.length > 0;
  return status === 422 && !isListed ? 'without details' : undefined;
}

function requestIdComplaints(request: FuzzRequest, { headers, text }: FuzzAnswer, key: string): readonly Complaint[] {
  const [sent, ...others] = headerIn(request, 'x-request-id').map((value) => value.trim().replace(KEY_MARK, key));
  const isEchoed = sent !== undefined && others.length === 0 && /^[A-Za-z0-9._-]{1,128}$/.test(sent);
  // The parser has not read so far.
  if (!isEchoed || sent === headers.get('X-Request-Id') || PARSER_CODES.some((code) => text.includes(code))) return [];
  return [{ kind: 'request-id', problem: `X-Request-Id is ${headers.get('X-Request-Id')} and not as sent` }];
}

/** Nobody in between may keep an answer for others. What the parser refuses is never kept. */
function cachingComplaints(
  { method, target }: FuzzRequest,
  { status, headers, text }: FuzzAnswer,
): readonly Complaint[] {
  const problem = [
    ...(headers.get('Cache-Control') ? [] : ['Cache-Control is missing']),
    ...(headers.get('Vary')?.includes('Authorization') ? [] : ['Vary is missing']),
  ].join(', ');
  const isUnread = status === 400 && (method === 'HEAD' || text.includes('malformed'));
  const isRefusedUnread = isUnread || status === 408 || status === 431;
  if (!target.startsWith('/api/') || isRefusedUnread || problem === '') return [];
  return [{ kind: 'header', problem }];
}

const allowComplaints = ({ headers }: FuzzAnswer): readonly Complaint[] =>
  headers.get('Allow') ? [] : [{ kind: 'header', problem: 'Allow is missing' }];

function isRightKeyRefused({ open }: DocumentedOperation, request: FuzzRequest, { status }: FuzzAnswer): boolean {
  const shown = headerIn(request, 'authorization');
  return status === 401 && !open && shown.length === 1 && shown[0] === `Bearer ${KEY_MARK}`;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

const OF_EACH_ANSWER = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];

/** HEAD mirrors GET: the same status and headers. Of what changes by itself, the length may differ. */
export function headComplaints(get: FuzzAnswer, head: FuzzAnswer, changesByItself: boolean): readonly Complaint[] {
  const ignored = changesByItself ? [...OF_EACH_ANSWER, 'content-length'] : OF_EACH_ANSWER;
  const lasting = ({ status, headers }: FuzzAnswer) =>
    JSON.stringify([status, [...headers].filter(([name]) => !ignored.includes(name)).sort()]);
  if (lasting(get) === lasting(head)) return [];
  return [{ kind: 'head', problem: `HEAD has ${lasting(head)}, GET has ${lasting(get)}` }];
}

/** Every line of a log that tells one of the secrets, with or without what all keys begin with. */
export const leaksIn = (log: string, secrets: readonly string[]): readonly string[] =>
  log.split('\n').filter((line) => secrets.some((secret) => line.includes(secret.replace(/^ph_/, ''))));
