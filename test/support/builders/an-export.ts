import { sha256ContentHashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { canonicalVersion } from '../../../src/domain/templates/prompt-content.ts';

export const EXPORT_FORMAT = { format: 'prompthold-export', version: 1 };

/** A prompt with one version, as an export has it. */
export function anExportedPrompt(name: string, content: string) {
  const at = '2026-01-01T00:00:00.000Z';
  const hash = sha256ContentHashing.hash(canonicalVersion({ type: 'text', content }, [], {}));
  const version = { version: 1, content, variables: [], config: {}, message: '', hash, restoredFrom: null };
  return {
    name,
    type: 'text',
    description: '',
    tags: [],
    archived: false,
    createdAt: at,
    updatedAt: at,
    versions: [{ ...version, publishedAt: at }],
    history: [],
  };
}
