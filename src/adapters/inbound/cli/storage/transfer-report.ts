import type { RecordCounts } from '../../../../application/ports/storage/storage-transfer.ts';
import type { CopyOutcome } from '../../../../application/transfer/copy-storage.ts';
import type { CommandHost } from '../host/command-host.ts';

/** Reports how a transfer has ended: finished and verified, or why not. Returns the exit code. */
export function reportCopy(host: CommandHost, outcome: CopyOutcome, json = false): number {
  switch (outcome.kind) {
    case 'copied': {
      const { counts, checksum, resumed } = outcome;
      const text = `${summarizeCounts(counts)}; verified, checksum ${checksum}`;
      host.terminal.print(json ? JSON.stringify({ ...toCounts(counts), checksum, resumed }) : text);
      return 0;
    }
    case 'not-empty':
      return host.fail('The target storage is not empty and was not changed. Use an empty one.');
    case 'other-source':
      return host.fail(
        `The target storage holds an unfinished copy of ${outcome.source}. Finish that copy, or empty the target.`,
      );
    case 'differs':
      return host.fail(
        `Source and target differ in ${outcome.accounts.length} accounts. Was one of them in use during the copy? ` +
          'Run the command again; the target cannot be used until it succeeds.',
      );
  }
}

export const toCounts = (counts: RecordCounts) => ({
  accounts: counts.account,
  rotations: counts.rotation,
  webhooks: counts.webhook,
  prompts: counts.prompt,
  versions: counts.version,
  labels: counts.label,
  labelMoves: counts.move,
  protectedLabels: counts.protection,
  changes: counts.change,
  callCounts: counts.call,
  readCounts: counts.read,
});

export const summarizeCounts = ({ account, prompt, version }: RecordCounts): string =>
  `${account} accounts, ${prompt} prompts, ${version} versions`;
