import type { TransferProgress } from '../../../../application/transfer/copy-storage.ts';
import type { Terminal } from '../terminal/terminal.ts';

const PAUSE_MS = 200;

/** Runs a transfer with a progress line that changes in place. */
export async function showProgress<Result>(
  terminal: Terminal,
  transfer: (onProgress: (progress: TransferProgress) => void) => Promise<Result>,
): Promise<Result> {
  let phase: TransferProgress['phase'] | undefined;
  let [beganAt, shownAt] = [0, 0];
  const show = (progress: TransferProgress): void => {
    const now = performance.now();
    if (progress.phase !== phase) {
      phase = progress.phase;
      beganAt = now;
    }
    if (now - shownAt < PAUSE_MS) return;
    shownAt = now;
    terminal.progress(describeProgress(progress, (now - beganAt) / 1000));
  };
  return transfer(show).finally(() => terminal.progress(''));
}

/** `copying: 1200 of 5000 prompts, 2 of 3 accounts, 400 prompts/s, 10 s left` */
function describeProgress({ phase, ...progress }: TransferProgress, seconds: number): string {
  const { prompts, promptsDone, accounts, accountsDone } = progress;
  const rate = promptsDone / Math.max(seconds, 0.001);
  const left = rate > 0 ? `, ${Math.ceil(Math.max(0, prompts - promptsDone) / rate)} s left` : '';
  const speed = `${Math.round(rate)} prompts/s`;
  return `${phase}: ${promptsDone} of ${prompts} prompts, ${accountsDone} of ${accounts} accounts, ${speed}${left}`;
}
