import type { ReadOutcome } from '../../../../clients/typescript/src/network/read-prompt.ts';
import { parseDocument } from '../../../../clients/typescript/src/prompts/prompt-document.ts';

/** What reading a text returns. */
export function aRead(name: string, content: string, version = 1): Extract<ReadOutcome, { kind: 'read' }> {
  const fields = { id: `id of ${name}`, name, type: 'text', content, variables: [], config: {} };
  const prompt = { ...fields, version, hash: content };
  const document = parseDocument(prompt);
  if (!document) throw new Error('the test has a malformed prompt');
  return { kind: 'read', document, prompt, etag: `"${version}"`, rejections: 0 };
}
