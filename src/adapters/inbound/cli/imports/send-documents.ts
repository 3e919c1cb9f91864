import { z } from 'zod';
import type { PromptDocument } from '../../../../domain/prompts/prompt-document.ts';
import { parseJson } from '../../../../domain/text/parse-json.ts';
import { orderDocuments } from '../../../converters/documents/order-documents.ts';
import { printDocument } from '../../../converters/documents/print-document.ts';
import type { ApiClient } from '../prompts/api/api-client.ts';
import { ApiFailure, type ApiRefusal, refusal } from '../prompts/api/api-failure.ts';

export interface SendOptions {
  readonly mode: 'skip' | 'merge';
  readonly dryRun: boolean;
  readonly force: boolean;
}

/** `failed`: the service refused the prompt; why is in `refusal`. */
export interface SentDocument {
  readonly name: string;
  readonly versions: number;
  readonly result: string;
  readonly refusal?: ApiRefusal;
  /** The changes for which a `breaking` prompt was refused, with the labels that would break. */
  readonly details?: ApiRefusal['details'];
}

const NDJSON_TYPE = 'application/x-ndjson';
const TIMEOUT_MS = 30 * 60 * 1000;
const HEADER = '{"format":"prompthold-export","version":1}';
const HEADER_LINES = 1;

const resultLine = z.union([
  z.object({ line: z.int(), name: z.string(), result: z.string(), details: refusal.shape.details }),
  refusal.extend({ line: z.int() }),
]);

/** Imports documents one by one in one request, and returns what became of each. */
export async function sendDocuments(
  api: ApiClient,
  documents: readonly PromptDocument[],
  { mode, dryRun, force }: SendOptions,
): Promise<readonly SentDocument[]> {
  const ordered = orderDocuments(documents);
  // A blob can be longer than the longest text.
  const body = new Blob([HEADER, '\n', ...ordered.map((document) => `${JSON.stringify(printDocument(document))}\n`)]);
  const query = new URLSearchParams({ mode, dryRun: String(dryRun), ...(force && { force: 'true' }) });
  const headers = { 'content-type': NDJSON_TYPE };
  const response = await api.call({ method: 'POST', path: `/api/import?${query}`, headers, body }, TIMEOUT_MS);
  if (response.status !== 200) throw api.unexpected(response);
  const results = parseResults(response.body.text);
  return ordered.map(({ name, versions }, index) => {
    const result = results.get(index + 1 + HEADER_LINES);
    const sent = { name, versions: versions.length };
    if (!result) return { ...sent, result: 'unknown' };
    if ('result' in result)
      return { ...sent, result: result.result, ...(result.details && { details: result.details }) };
    const { line: _, ...refused } = result;
    return { ...sent, result: 'failed', refusal: refused };
  });
}

function parseResults(text: string): ReadonlyMap<number, z.output<typeof resultLine>> {
  const results = new Map<number, z.output<typeof resultLine>>();
  // A response that breaks off ends in half a line.
  for (const line of text.split('\n').slice(0, -1)) {
    const parsed = resultLine.safeParse(parseJson(line));
    if (!parsed.success) throw new ApiFailure(1, 'The service responded with something else than results.');
    results.set(parsed.data.line, parsed.data);
  }
  return results;
}
