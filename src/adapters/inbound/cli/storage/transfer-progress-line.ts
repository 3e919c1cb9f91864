import type { TransferProgress } from '../../../../application/transfer/copy-storage.ts';
import type { Terminal } from '../terminal/terminal.ts';

const PAUSE_MS = 200;

/** A progress line that changes in place. */
export class TransferProgressLine {
  private phase: TransferProgress['phase'] | undefined;
  private beganAt = 0;
  private shownAt = 0;

  constructor(private readonly terminal: Terminal) {}

  show(progress: TransferProgress): void {
    const now = performance.now();
    if (progress.phase !== this.phase) {
      this.phase = progress.phase;
      this.beganAt = now;
    }
    if (now - this.shownAt < PAUSE_MS) return;
    this.shownAt = now;
    this.terminal.progress(describeProgress(progress, (now - this.beganAt) / 1000));
  }

  end(): void {
    this.terminal.progress('');
  }
}

/** `copying: 1200 of 5000 prompts, 2 of 3 accounts, 400 prompts/s, 10 s left` */
export function describeProgress({ phase, ...progress }: TransferProgress, seconds: number): string {
  const { prompts, promptsDone, accounts, accountsDone } = progress;
  const rate = promptsDone / Math.max(seconds, 0.001);
  const left = rate > 0 ? `, ${Math.ceil(Math.max(0, prompts - promptsDone) / rate)} s left` : '';
  const speed = `${Math.round(rate)} prompts/s`;
  return `${phase}: ${promptsDone} of ${prompts} prompts, ${accountsDone} of ${accounts} accounts, ${speed}${left}`;
}
