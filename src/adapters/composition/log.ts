import { type DestinationStream, type Logger, pino } from 'pino';

const KEY = /ph_[0-9a-f]{64}/g;

export interface Log {
  readonly logger: Logger;
  /** Writes out what is still in memory; the last thing before the process ends. */
  flush(): void;
}

/** JSON lines on stdout, pretty on a terminal. */
export async function openLog(level: string, toTerminal: boolean): Promise<Log> {
  // Written in the background: a slow reader of the log must not slow down requests.
  const file = pino.destination({ fd: 1, sync: toTerminal });
  // Whoever reads the log may go away; the service goes on.
  file.on('error', () => {});
  const lines = new GatheredLines(toTerminal ? await prettyPrinter(file) : file);
  return {
    logger: pino({ level, base: null, timestamp: timeField() }, lines),
    flush: () => {
      lines.handOn();
      file.flushSync();
    },
  };
}

const GATHERED_MS = 10;
const GATHERED_CHARACTERS_MAX = 64 * 1024;

/** Lines of a short while are handed on together: to hand on one costs more than to write it. */
class GatheredLines implements DestinationStream {
  private gathered = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly destination: DestinationStream) {}

  write(line: string): void {
    this.gathered += line;
    this.timer ??= setTimeout(() => this.handOn(), GATHERED_MS);
    if (this.gathered.length > GATHERED_CHARACTERS_MAX) this.handOn();
  }

  handOn(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.gathered !== '') this.destination.write(scrubbed(this.gathered));
    this.gathered = '';
  }
}

/** Keys mask themselves; this is for those that arrive as plain text, in an error message say. */
const scrubbed = (text: string): string => (text.includes('ph_') ? text.replace(KEY, 'ph_…') : text);

/** Of the requests in one millisecond, the first writes out the time. */
function timeField(): () => string {
  let written = { at: 0, field: '' };
  return () => {
    const now = Date.now();
    if (now !== written.at) written = { at: now, field: `,"time":"${new Date(now).toISOString()}"` };
    return written.field;
  };
}

/** Loaded for people only: services that write to a pipe need neither its time to start nor its memory. */
async function prettyPrinter(destination: DestinationStream): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination, colorize: true });
}
