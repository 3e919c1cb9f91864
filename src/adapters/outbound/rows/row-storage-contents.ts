import type {
  StorageContents,
  StoredItem,
  StoredVersion,
} from '../../../application/ports/storage/storage-maintenance.ts';
import type { StorageReader } from '../../../application/ports/storage/storage-transfer.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import type { KeyDigest, SealedKey } from '../../../domain/accounts/api-key.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId } from '../../../domain/naming/prompt-name.ts';
import type { PromptType } from '../../../domain/prompts/prompt.ts';
import type { ContentHash } from '../../../domain/prompts/prompt-version.ts';
import type { WebhookId } from '../../../domain/webhooks/webhook.ts';
import type { SealedSecret } from '../../../domain/webhooks/webhook-secret.ts';
import { fromChangeRow } from './change-row.ts';
import { fromVersionRow } from './prompt-row.ts';
import { parseLabelLock } from './release-row.ts';
import type { TransferRow, TransferRowOf } from './transfer-row.ts';

/** The records of any backend in domain terms. Faulty values pass through as they are: finding them is the point. */
export class RowStorageContents implements StorageContents {
  constructor(private readonly reader: StorageReader) {}

  async *items(): AsyncIterable<StoredItem> {
    for await (const record of this.reader.records()) {
      const item = toItem(record as TransferRow);
      if (item) yield item;
    }
  }
}

/** Undefined for kinds that are not checked. */
function toItem(row: TransferRow): StoredItem | undefined {
  switch (row.kind) {
    case 'first':
      return { kind: 'first-account' };
    case 'account': {
      const { key_digest, key_sealed, key_issued_at } = row;
      const issuedAt = new Date(key_issued_at);
      const key = { digest: key_digest as KeyDigest, sealed: key_sealed as SealedKey, issuedAt };
      return { kind: 'account', id: row.id as AccountId, key, revision: row.prompts_revision };
    }
    case 'protection':
      return { kind: 'protection', label: row.label as Label };
    case 'webhook':
      return { kind: 'webhook', id: row.id as WebhookId, secret: row.secret_sealed as SealedSecret };
    case 'prompt':
      return {
        kind: 'prompt',
        id: row.id as PromptId,
        type: row.type as PromptType,
        revision: row.revision,
        latestVersion: row.latest_version,
        latestHash: row.latest_hash as ContentHash,
      };
    case 'version':
      return toVersion(row);
    case 'move':
      return { kind: 'move', label: row.label as Label, version: row.version };
    case 'include':
      return { kind: 'include', target: row.target };
    case 'label': {
      const { label, version, lock } = row;
      return { kind: 'label', label: label as Label, version, lock: parseLabelLock(lock, version) };
    }
    case 'change':
      return { kind: 'change', change: fromChangeRow(row) };
    default:
      return undefined;
  }
}

function toVersion(row: TransferRowOf<'version'>): StoredVersion {
  const { version: number, type, hash } = row;
  return { kind: 'version', number, type: type as PromptType, hash: hash as ContentHash, version: parseVersion(row) };
}

function parseVersion(row: TransferRowOf<'version'>) {
  try {
    return fromVersionRow(row);
  } catch {
    // The text is not JSON, or JSON of another shape.
    return undefined;
  }
}
