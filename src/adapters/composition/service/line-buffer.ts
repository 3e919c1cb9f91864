import type { DestinationStream } from 'pino';

const FLUSH_MS = 50;
const BUFFER_CHARACTERS_MAX = 64 * 1024;

/**
 * Collects log lines for a few milliseconds, because writing many together costs much less than writing each.
 *
 * SonicBoom's own buffer (minLength and periodicFlush) is not used: with a slow reader it wrote some lines twice.
 */
export class LineBuffer implements DestinationStream {
  private buffered = '';
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(private readonly writeLines: (lines: string) => void) {}

  write(line: string): void {
    if (this.ended) return;
    this.buffered += line;
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS);
    if (this.buffered.length > BUFFER_CHARACTERS_MAX) this.flush();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const lines = this.buffered;
    this.buffered = '';
    if (lines !== '') this.writeLines(lines);
  }

  /** Flushes the buffer. Later lines are dropped. */
  end(): void {
    this.flush();
    this.ended = true;
  }
}
