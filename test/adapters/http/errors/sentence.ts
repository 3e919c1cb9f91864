import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { findDeviation } from '../support/documented-responses.ts';

const errorBody = z.strictObject({
  error: z.string(),
  code: z.string(),
  details: z.array(z.strictObject({ path: z.string(), problem: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
});

/** How libraries word their errors: zod, JSON.parse, jsonc-parser, http-errors, drivers. */
const LIBRARY_WORDING =
  /invalid input|\bexpected\b|\breceived\b|unexpected (token|end|non|string|number)|too (small|big):|unrecognized|invalid (option|string|type|key|literal)|in JSON at|position \d|ValueExpected|SQLITE|ECONN|ERR_|ReplyError|violates|duplicate key|\bundefined\b|\[object/i;

/** Begins with a capital letter or the name of something, and ends. May go on in a second sentence. */
const SENTENCE = /^(?:[A-Z]|[a-z0-9"/][^ ]* )[^\p{Cc}]*[.?]$/u;

/** What is wrong with the sentence of an error; undefined when nothing is. */
export function findSentenceProblem(status: number, sentence: string): string | undefined {
  if (sentence === STATUS_CODES[status]) return `is the status phrase: ${sentence}`;
  if (!SENTENCE.test(sentence) || sentence.length < 15) return `is not a sentence: ${sentence}`;
  if (LIBRARY_WORDING.test(sentence)) return `has the wording of a library: ${sentence}`;
  return undefined;
}

/** What is wrong with an error response; undefined when nothing is. */
export function findErrorProblem(status: number, text: string): string | undefined {
  if (status === 401) return text === '{"error":"Unauthorized"}' ? undefined : `is not the 401: ${text}`;
  const { data } = errorBody.safeParse(JSON.parse(text));
  if (!data) return `is not an error: ${text.slice(0, 200)}`;
  const { error, details = [] } = data;
  const detail = details.map(({ message }) => findSentenceProblem(status, message)).find((problem) => problem);
  if (detail !== undefined) return `has an entry of details that ${detail}`;
  return findSentenceProblem(status, error);
}

export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly error: string;
}

interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends a request and parses the error that it gets. */
export async function send(url: string, method: string, path: string, request: Request = {}): Promise<Sent> {
  const response = await fetch(new URL(path, url), { method, redirect: 'manual', ...request });
  const { status } = response;
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('text/event-stream')) {
    // It does not end by itself.
    await response.body?.cancel();
    return { status, text: '', code: undefined, error: '' };
  }
  const text = await response.text();
  const isJson = type.startsWith('application/json') && text !== '';
  const body = isJson ? JSON.parse(text) : undefined;
  const deviation = status === 500 ? undefined : findDeviation(method, path, { status, type, body: body ?? undefined });
  if (deviation !== undefined && isJson) throw new Error(deviation);
  return { status, text, code: body?.code, error: body?.error ?? '' };
}
