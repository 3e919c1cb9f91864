import type { BackupDoubt, BackupFile, BackupSummary } from '../ports/storage/backup-file.ts';

export type VerifiedBackup =
  | (BackupSummary & { readonly kind: 'verified' })
  /** Nothing may be restored, unless the operator says so. */
  | { readonly kind: 'doubtful'; readonly doubts: readonly BackupDoubt[] };

/**
 * Decides whether a backup may be restored. Rejects like `BackupFile.verify`.
 *
 * A missing signature is a doubt like any other: if it were not, removing it would be all it takes to change a backup.
 */
export class VerifyBackup {
  constructor(private readonly file: Pick<BackupFile, 'verify'>) {}

  async execute({ unverified }: { readonly unverified: boolean }): Promise<VerifiedBackup> {
    const summary = await this.file.verify();
    const { doubts } = summary;
    return doubts.length > 0 && !unverified ? { kind: 'doubtful', doubts } : { ...summary, kind: 'verified' };
  }
}
