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
  const destination = scrubbed(toTerminal ? await prettyPrinter(file) : file);
  return {
    logger: pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination),
    flush: () => file.flushSync(),
  };
}

/** Keys mask themselves; this is for those that arrive as plain text, in an error message say. */
function scrubbed(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(line.includes('ph_') ? line.replace(KEY, 'ph_…') : line) };
}

/** Loaded for people only: services that write to a pipe need neither its time to start nor its memory. */
async function prettyPrinter(destination: DestinationStream): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination, colorize: true });
}
