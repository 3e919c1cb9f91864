import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PromptDocument } from '../../../../../../domain/prompts/prompt-document.ts';
import { parseJson } from '../../../../../../domain/text/parse-json.ts';
import { orderDocuments } from '../../../../../converters/documents/order-documents.ts';
import { printDocument } from '../../../../../converters/documents/print-document.ts';
import { requestText } from '../http/request.ts';
import { promptsKey } from './prompts.ts';

export type ImportMode = 'skip' | 'merge';

/** Result of importing one prompt. */
export interface ImportedPrompt {
  readonly name: string;
  /** `failed` if the service refused the prompt; `unknown` if the response broke off. */
  readonly result: string;
  readonly problem?: string | undefined;
}

export interface Import {
  readonly documents: readonly PromptDocument[];
  readonly mode: ImportMode;
}

const NDJSON_TYPE = 'application/x-ndjson';
const HEADER = '{"format":"prompthold-export","version":1}';
const HEADER_LINES = 1;

export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: importPrompts,
    // Refetch after a failure too: some prompts may have been imported before it.
    onSettled: () => client.invalidateQueries({ queryKey: promptsKey }),
  });
}

/** Sends one prompt per line, so that one that the service refuses does not prevent the others. */
async function importPrompts({ documents, mode }: Import): Promise<readonly ImportedPrompt[]> {
  const ordered = orderDocuments(documents);
  const lines = [HEADER, ...ordered.map((document) => JSON.stringify(printDocument(document)))];
  const text = `${lines.join('\n')}\n`;
  const response = await requestText('import', { text, type: NDJSON_TYPE, query: { mode } });
  const names = ordered.map(({ name }) => name);
  return readResults(response, names);
}

interface ResultLine {
  readonly line: number;
  readonly name?: string;
  readonly result?: string;
  readonly error?: string;
  readonly details?: readonly { readonly message: string }[];
}

/** One result for each line that was sent. A refused prompt is known by its line only. */
function readResults(response: string, names: readonly string[]): readonly ImportedPrompt[] {
  // A response that breaks off ends in half a line.
  const lines = response
    .split('\n')
    .slice(0, -1)
    .map((line) => parseJson(line) as ResultLine);
  const results = new Map(lines.map((line) => [line.line - HEADER_LINES, line]));
  return names.map((name, index) => {
    const { result, error, details = [] } = results.get(index + 1) ?? { result: 'unknown' };
    if (result !== undefined) return { name, result };
    const reasons = details.map(({ message }) => message);
    return { name, result: 'failed', problem: [error, ...reasons].join(' ') };
  });
}
