import type { DestinationStream } from 'pino';

const GATHERED_MS = 10;
const GATHERED_CHARACTERS_MAX = 64 * 1024;

/** Lines of a short while are handed on together: to hand on one costs more than to write it. */
export class GatheredLines implements DestinationStream {
  private gathered = '';
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(private readonly handTo: (lines: string) => void) {}

  write(line: string): void {
    if (this.ended) return;
    this.gathered += line;
    this.timer ??= setTimeout(() => this.handOn(), GATHERED_MS);
    if (this.gathered.length > GATHERED_CHARACTERS_MAX) this.handOn();
  }

  handOn(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const lines = this.gathered;
    this.gathered = '';
    if (lines !== '') this.handTo(lines);
  }

  /** Hands on what there is. What comes later is for nobody. */
  end(): void {
    this.handOn();
    this.ended = true;
  }
}
