import type { RecordCounts } from '../../../../application/ports/storage-transfer.ts';
import type { CopyOutcome } from '../../../../application/transfer/copy-storage.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Copied = Extract<CopyOutcome, { kind: 'copied' }>;

/** Tells what was written and verified. Answers the exit code. */
export function copied(terminal: Terminal, { counts, checksum, resumed }: Copied, json = false): number {
  if (json) terminal.print(JSON.stringify({ ...counted(counts), checksum, resumed }));
  else terminal.print(`${inWords(counts)}; verified, checksum ${checksum}`);
  return 0;
}

/** Tells why nothing, or not all, was written. Answers the exit code. */
export function refused(terminal: Terminal, outcome: Exclude<CopyOutcome, Copied>): number {
  switch (outcome.kind) {
    case 'not-empty':
      terminal.report('The target is not empty and was left as it is: only an empty storage can be filled.');
      return 1;
    case 'other-source':
      terminal.report(
        `The target holds an unfinished copy of ${outcome.source}: finish that one, or empty the target.`,
      );
      return 1;
    case 'differs':
      terminal.report(
        `What was written differs from the source, in ${outcome.accounts.length} accounts: ` +
          'was either of them in use? Run the command again; until it succeeds the target cannot be used.',
      );
      return 1;
  }
}

export const counted = (counts: RecordCounts) => ({
  accounts: counts.account,
  rotations: counts.rotation,
  prompts: counts.prompt,
  versions: counts.version,
  labels: counts.label,
  labelMoves: counts.move,
  callCounts: counts.call,
  readCounts: counts.read,
});

export const inWords = ({ account, prompt, version }: RecordCounts): string =>
  `${account} accounts, ${prompt} prompts, ${version} versions`;
