import type { RecordCounts } from '../../../../application/ports/storage/storage-transfer.ts';
import type { CopyOutcome } from '../../../../application/transfer/copy-storage.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Copied = Extract<CopyOutcome, { kind: 'copied' }>;

/** Reports a finished and verified transfer. Returns the exit code. */
export function reportCopied(terminal: Terminal, { counts, checksum, resumed }: Copied, json = false): number {
  if (json) terminal.print(JSON.stringify({ ...toCounts(counts), checksum, resumed }));
  else terminal.print(`${summarizeCounts(counts)}; verified, checksum ${checksum}`);
  return 0;
}

/** Reports why the transfer was not done or not finished. Returns the exit code. */
export function reportNotCopied(terminal: Terminal, outcome: Exclude<CopyOutcome, Copied>): number {
  switch (outcome.kind) {
    case 'not-empty':
      terminal.report('The target storage is not empty and was not changed. Use an empty one.');
      return 1;
    case 'other-source':
      terminal.report(
        `The target storage holds an unfinished copy of ${outcome.source}. Finish that copy, or empty the target.`,
      );
      return 1;
    case 'differs':
      terminal.report(
        `Source and target differ in ${outcome.accounts.length} accounts. Was one of them in use during the copy? ` +
          'Run the command again; the target cannot be used until it succeeds.',
      );
      return 1;
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
