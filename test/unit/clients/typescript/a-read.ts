import type { ReadOutcome } from '../../../../clients/typescript/src/network/read-prompt.ts';
import { parseDocument } from '../../../../clients/typescript/src/prompts/prompt-document.ts';
import type { JsonObject } from '../../../../src/domain/text/json.ts';

/** What reading a text returns, by the default rule or as `resolved` says. */
export function aRead(
  name: string,
  content: string,
  version = 1,
  resolved: JsonObject = { by: 'latest', version },
): Extract<ReadOutcome, { kind: 'read' }> {
  const fields = { id: `id of ${name}`, name, type: 'text', content, variables: [], config: {} };
  const prompt = { ...fields, version, hash: content, resolved };
  const document = parseDocument(prompt);
  if (!document) throw new Error('the test has a malformed prompt');
  return { kind: 'read', document, prompt, etag: `"${version} ${JSON.stringify(resolved)}"`, rejections: 0 };
}

/** How the API shows that a version was read by a locked label, with the version of each include. */
export const lockedTo = (version: number, includes: Readonly<Record<string, number>>): JsonObject => ({
  by: 'label',
  label: 'production',
  version,
  lock: {
    fingerprint: 'sha256:not checked here',
    includes: Object.entries(includes).map(([include, included]) => {
      const name = include.replace(/@.*/, '');
      return { include, promptId: `id of ${name}`, name, version: included, by: 'lock' };
    }),
  },
});
