import { lstat } from 'node:fs/promises';
import { type BackupDoubt, type BackupFile, DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import type {
  RecordCounts,
  TransferRecord,
  TransferSize,
} from '../../../application/ports/storage/storage-transfer.ts';
import { canonicalVersion } from '../../../domain/templates/prompt-content.ts';
import type { BackupAuthentication } from '../crypto/backup-authentication.ts';
import { sha256ContentHashing } from '../crypto/sha256.ts';
import { isCode } from '../host/file-system.ts';
import { fromVersionRow } from '../rows/prompt-row.ts';
import type { TransferRow } from '../rows/transfer-row.ts';
import { type BackupMaker, signedText } from './backup-format.ts';
import type { BackupLayout } from './backup-layout.ts';
import { openBackup } from './open-backup.ts';
import { countRecords, readRecords } from './read-records.ts';
import { writeBackup } from './write-backup.ts';

type SignatureDoubt = Exclude<BackupDoubt['kind'], 'wrong-hashes'>;

export class GzipBackupFile implements BackupFile {
  private counts: RecordCounts | undefined;
  /** Found by `verify`, which has read the whole file for it. */
  private layout: BackupLayout | undefined;

  constructor(
    private readonly path: string,
    private readonly maker: BackupMaker,
    /** Undefined without a keyring. */
    private readonly authentication: BackupAuthentication | undefined,
  ) {}

  get isSigned(): boolean {
    return this.authentication !== undefined;
  }

  async exists(): Promise<boolean> {
    try {
      // Opening a pipe would block forever.
      await lstat(this.path);
      return true;
    } catch (error) {
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  write(records: AsyncIterable<TransferRecord>, createdAt: Date): Promise<void> {
    return writeBackup(this.path, records, createdAt, this.maker, this.authentication);
  }

  async verify() {
    const layout = await openBackup(this.path);
    this.layout = layout;
    const unsure = this.verifySignature(layout);
    const wrongHashes: string[] = [];
    this.counts = await countRecords(collectWrongHashes(readRecords(layout), wrongHashes));
    const doubts: BackupDoubt[] = unsure ? [{ kind: unsure }] : [];
    if (wrongHashes.length > 0) doubts.push({ kind: 'wrong-hashes', versions: wrongHashes });
    return { checksum: layout.checksum, counts: this.counts, doubts };
  }

  /** Undefined if the signature is right. */
  private verifySignature({ version, checksum, counts, keyring, signature }: BackupLayout): SignatureDoubt | undefined {
    const { authentication } = this;
    if (!counts || keyring === undefined || signature === undefined) return 'unsigned';
    if (!authentication) return 'no-keyring';
    if (keyring !== authentication.keyring) return 'other-keyring';
    if (authentication.isSignatureOf(signedText(version, checksum, counts), signature)) return undefined;
    throw new DamagedBackup('its signature does not match: it was changed after it was written');
  }

  async *records(): AsyncIterable<TransferRecord> {
    yield* readRecords(this.layout ?? (await openBackup(this.path)));
  }

  async size(): Promise<TransferSize> {
    // `verify` has counted already; do not read the whole file again.
    this.counts ??= await countRecords(this.records());
    return { accounts: this.counts.account, prompts: this.counts.prompt };
  }
}

const WRONG_HASHES_MAX = 100;

/** Passes the records on, and collects the versions whose content is not what their hash says. */
async function* collectWrongHashes(records: AsyncIterable<TransferRow>, wrong: string[]): AsyncIterable<TransferRow> {
  for await (const row of records) {
    yield row;
    if (row.kind !== 'version' || wrong.length === WRONG_HASHES_MAX) continue;
    const { content, variables, config, hash, version } = fromVersionRow(row);
    if (sha256ContentHashing.hash(canonicalVersion(content, variables, config)) === hash) continue;
    wrong.push(`version ${version} of prompt ${row.prompt_id}`);
  }
}
