import type { BackupDoubt, BackupFile, BackupSummary } from '../ports/storage/backup-file.ts';

export type VerifiedBackup =
  | (BackupSummary & { readonly kind: 'verified' })
  /** Nothing may be restored, unless the operator says so. */
  | { readonly kind: 'doubtful'; readonly doubts: readonly BackupDoubt[] };

/** Decides whether a backup may be restored. Rejects like `BackupFile.verify`. */
export class VerifyBackup {
  constructor(private readonly file: Pick<BackupFile, 'verify'>) {}

  async execute({ unverified }: { readonly unverified: boolean }): Promise<VerifiedBackup> {
    const summary = await this.file.verify();
    // Files without a signature are as old as release 0.1.0, or were made without a keyring. They are reported, not refused.
    const doubts = summary.doubts.filter(({ kind }) => kind !== 'unsigned');
    return doubts.length > 0 && !unverified ? { kind: 'doubtful', doubts } : { ...summary, kind: 'verified' };
  }
}
