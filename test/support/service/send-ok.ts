export interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export const send = (url: string, { method = 'GET', path, key, headers, json }: HttpRequest): Promise<Response> =>
  fetch(new URL(path, url), {
    method,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });

/** Rejects unless the request succeeds. */
export async function sendOk(url: string, request: HttpRequest): Promise<Response> {
  const response = await send(url, request);
  if (response.ok) return response;
  const { method = 'GET', path } = request;
  throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
}

/** The body of a successful response, in whatever shape it has. */
export async function readOk(url: string, request: HttpRequest) {
  return JSON.parse(await (await sendOk(url, request)).text());
}
