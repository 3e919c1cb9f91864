import type { Operation } from '../../http/routes/operation.ts';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const seconds = { type: 'integer', minimum: 1 };

const HEADERS: Readonly<Record<string, Json>> = {
  ETag: {
    description:
      'changes with the response, and after a restore or failover that leads to another one; for `If-Match` and `If-None-Match`',
    schema: text,
  },
  Location: { description: 'the address of what was created', schema: text },
  // The last page has no next one.
  Link: { description: 'the next page, if there is one: `<…>; rel="next"`', schema: text, required: false },
  'Set-Cookie': { description: 'the session', schema: text },
  'WWW-Authenticate': { description: 'how to authenticate', schema: text },
  'Retry-After': { description: 'when to try again, in seconds', schema: seconds },
};

/** Headers that error responses always have. */
const REJECTION_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The headers of a response; they are always present unless said otherwise. */
export function describeHeaders(names: readonly string[]): Json {
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { required: true, schema: text, ...HEADERS[name] }])),
  };
}

export const rejectionHeaders = (status: number): Json => describeHeaders(REJECTION_HEADERS[status] ?? []);

const IDEMPOTENCY_KEY =
  '1 to 128 visible ASCII characters: for 24 hours, the same request with the same key gets the same response, and another one 422 `idempotency_key_reused`';

interface HeaderParameter {
  readonly in: 'header';
  readonly name: string;
  readonly required: false;
  readonly description: string;
  readonly schema: Json;
}

/** The preconditions that an operation supports follow from its responses. */
export function headerParameters({
  responses,
  rejections,
  method,
  requestHeaders = {},
  creates,
}: Operation): readonly HeaderParameter[] {
  const header = (name: string, description: string): HeaderParameter => ({
    in: 'header',
    name,
    required: false,
    description,
    schema: text,
  });
  return [
    ...Object.entries(requestHeaders).map(([name, description]) => header(name, description)),
    ...(creates ? [header('Idempotency-Key', IDEMPOTENCY_KEY)] : []),
    ...(rejections.includes(412) ? [header('If-Match', 'Only if the prompt still has this ETag')] : []),
    ...('304' in responses ? [header('If-None-Match', 'Returns 304 if the response still has this ETag')] : []),
    ...(method === 'put' && '201' in responses ? [header('If-None-Match', '`*` means: create only')] : []),
  ];
}
