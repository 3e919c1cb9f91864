import { type DestinationStream, type Logger, pino } from 'pino';
import { GatheredLines } from './gathered-lines.ts';

const KEY = /ph_[0-9a-f]{64}/g;
/** What may wait for a reader: some forty thousand requests. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;
/** Stopping has its time, and whoever does not read any more must not take it. */
const LAST_LINES_MS = 300;

export interface Log {
  readonly logger: Logger;
  /** Writes out what is still in memory; the last thing before the process ends. */
  close(): Promise<void>;
}

export interface LogOptions {
  readonly level: string;
  readonly fd: number;
  readonly isTerminal: boolean;
  /** How long a reader of the last lines is waited for. */
  readonly lastLinesMs?: number;
}

/** JSON lines, pretty on a terminal. */
export async function openLog({ level, fd, isTerminal, lastLinesMs = LAST_LINES_MS }: LogOptions): Promise<Log> {
  let isClosed = false;
  const file = pino.destination({
    fd,
    // In the background: a slow reader of the log must not slow down requests.
    sync: isTerminal,
    maxLength: UNREAD_BYTES_MAX,
    retryEAGAIN: () => !isClosed,
  });
  // Whoever reads the log may go away; the service goes on.
  file.on('error', () => {});
  const destination = isTerminal ? await prettyPrinter(file) : file;
  const lines = new GatheredLines((text) => destination.write(scrubbed(text)));
  const logger = pino({ level, base: null, timestamp: timeField() }, lines);

  let lost = 0;
  const tellLoss = () => {
    if (lost > 0) logger.warn({ lines: lost }, 'lines of this log are lost: nobody read it fast enough');
    lost = 0;
  };
  file.on('drop', (text: string) => (lost += text.split('\n').length - 1));
  file.on('drain', tellLoss);

  const close = async () => {
    tellLoss();
    lines.end();
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, lastLinesMs);
      file.once('close', () => {
        clearTimeout(patience);
        resolve();
      });
      destination.end();
    });
    isClosed = true;
    file.destroy();
  };
  return { logger, close };
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
async function prettyPrinter(destination: DestinationStream) {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination, colorize: true });
}
