import { type DestinationStream, type Logger, pino } from 'pino';
import { LineBuffer } from './line-buffer.ts';
import { serializeError } from './serialize-error.ts';
import { splitLines } from './split-lines.ts';

const KEY = /ph_[0-9a-f]{64}/g;
/** Unread lines kept in memory: those of some forty thousand requests. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;
/** The system writes this much to a pipe in one piece, even if other processes write to it, too (PIPE_BUF). */
const WHOLE_BYTES_MAX = 4096;
/** A reader that has stopped reading must not delay the end of the process. */
const LAST_LINES_MS = 300;
/** A write that found no room is repeated after 100 ms. */
const LAST_ATTEMPT_MS = 200;

export interface Log {
  readonly logger: Logger;
  /** Writes a line that somebody else has formatted. It is dropped after `close`, too. */
  readonly writeLine: (line: string) => void;
  /** The level, info, the time, and what else the logger writes at the beginning of every line. */
  readonly beginLine: () => string;
  /** Writes the lines that are still in memory. Later lines are dropped. */
  close(): Promise<void>;
}

export interface LogOptions {
  readonly level: string;
  readonly fd: number;
  readonly isTerminal: boolean;
  /** The number of this process, in every line. */
  readonly worker?: number | undefined;
  /** Whether other processes write to the same log. */
  readonly isShared?: boolean;
  /** How long to wait until the last lines are read. */
  readonly lastLinesMs?: number;
}

/** JSON lines, pretty on a terminal. */
export async function openLog(options: LogOptions): Promise<Log> {
  const { level, fd, isTerminal, worker, isShared = false, lastLinesMs = LAST_LINES_MS } = options;
  let isClosed = false;
  const file = pino.destination({
    fd,
    // The log is written in the background, because a slow reader must not slow down requests.
    sync: isTerminal,
    maxLength: UNREAD_BYTES_MAX,
    ...(isShared && { maxWrite: WHOLE_BYTES_MAX }),
    retryEAGAIN: () => !isClosed,
  });
  // The service goes on when the reader of the log goes away.
  file.on('error', () => {});
  const destination = isTerminal ? await prettyPrinter(file) : file;
  const lines = new LineBuffer((text) => {
    const masked = maskKeys(text);
    for (const part of isShared ? splitLines(masked, WHOLE_BYTES_MAX) : [masked]) destination.write(part);
  });
  const serializers = { err: (error: unknown) => serializeError(error) };
  const common = worker === undefined ? '' : `,"worker":${worker}`;
  const time = currentTime();
  const logger = pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: () => `,"time":"${time()}"`,
      serializers,
    },
    lines,
  );
  const beginLine = () => `{"level":${pino.levels.values['info']},"time":"${time()}"${common}`;

  let lost = 0;
  const reportLoss = () => {
    if (lost > 0) logger.warn({ lines: lost }, 'log lines are lost: the reader of the log was too slow');
    lost = 0;
  };
  file.on('drop', (text: string) => (lost += text.split('\n').length - 1));
  file.on('drain', reportLoss);

  const close = async () => {
    reportLoss();
    lines.end();
    const written = waitForAny(file, ['close'], lastLinesMs);
    destination.end();
    if (await written) return;
    // Gives up, but not in the middle of an attempt: that would write to whatever gets its descriptor next.
    isClosed = true;
    await waitForAny(file, ['close', 'error'], LAST_ATTEMPT_MS);
    file.destroy();
  };
  return { logger, writeLine: (line) => lines.write(line), beginLine, close };
}

/** Resolves to whether one of the events came in time. */
const waitForAny = (emitter: NodeJS.EventEmitter, events: readonly string[], ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), ms);
    for (const event of events) {
      emitter.once(event, () => {
        clearTimeout(timeout);
        resolve(true);
      });
    }
  });

/** Keys mask themselves; this catches those that arrive as plain text, for example in an error message. */
const maskKeys = (text: string): string => (text.includes('ph_') ? text.replace(KEY, 'ph_…') : text);

/** Formats the time once per millisecond. */
function currentTime(): () => string {
  let formatted = { at: 0, text: '' };
  return () => {
    const now = Date.now();
    if (now !== formatted.at) formatted = { at: now, text: new Date(now).toISOString() };
    return formatted.text;
  };
}

/** The printer is loaded only for terminals: it costs start time and memory. */
async function prettyPrinter(destination: DestinationStream) {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination, colorize: true });
}
