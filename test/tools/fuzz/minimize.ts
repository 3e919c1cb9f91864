import { type FuzzRequest, parseJson } from './requests/fuzz-client.ts';
import { withBody } from './requests/request-builder.ts';

/** The number of requests spent on minimizing one finding. */
const TRIES_MAX = 60;

/** Removes one part of a request after the other, as long as the problem persists. */
export async function minimize(
  request: FuzzRequest,
  isStillWrong: (candidate: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request;
  let tries = 0;
  for (let progressed = true; progressed; ) {
    progressed = false;
    for (const candidate of smaller(smallest)) {
      tries += 1;
      if (tries > TRIES_MAX) return smallest;
      if (await isStillWrong(candidate)) {
        smallest = candidate;
        progressed = true;
        break;
      }
    }
  }
  return smallest;
}

function* smaller(request: FuzzRequest): Iterable<FuzzRequest> {
  const { target, headers, body } = request;
  const [path = '', query] = target.split(/\?(.*)/s, 2);
  if (query !== undefined) {
    const parts = query.split('&');
    yield { ...request, target: path };
    for (const [at] of parts.entries()) {
      const rest = parts.filter((_, index) => index !== at).join('&');
      if (rest !== '') yield { ...request, target: `${path}?${rest}` };
    }
  }
  if (body && body.length > 0) yield withBody(request, undefined);
  for (const [at, [name]] of headers.entries()) {
    if (name !== 'Content-Length') yield { ...request, headers: headers.filter((_, index) => index !== at) };
  }
  for (const json of smallerJson(body && parseJson(Buffer.from(body).toString('utf8')))) {
    yield withBody(request, Buffer.from(JSON.stringify(json)));
  }
}

/** Yields the value without one of its parts, or with one part smaller. */
function* smallerJson(value: unknown): Iterable<unknown> {
  if (typeof value === 'string' && value.length > 1) {
    yield value.slice(0, value.length / 2);
    yield value.slice(value.length / 2);
  } else if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) {
      yield value.filter((_, index) => index !== at);
      for (const less of smallerJson(inner)) yield value.with(at, less);
    }
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    for (const [at, [name, inner]] of entries.entries()) {
      yield Object.fromEntries(entries.filter((_, index) => index !== at));
      for (const less of smallerJson(inner)) yield Object.fromEntries(entries.with(at, [name, less]));
    }
  }
}
