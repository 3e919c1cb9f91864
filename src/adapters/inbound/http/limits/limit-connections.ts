import type { Server } from 'node:http';
import type { Logger } from 'pino';

const LOG_INTERVAL_MS = 60_000;

/** Node closes connections beyond the limit. */
export function limitConnections(server: Server, connectionsMax: number, log: Logger): void {
  server.maxConnections = connectionsMax;
  server.on('drop', warnOfDrops(connectionsMax, log));
}

/** Returns what to call for each connection that is closed because of the limit. This is logged at most once a minute. */
export function warnOfDrops(connectionsMax: number, log: Logger): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ connectionsMax }, 'closed new connections: as many as http.maxConnections allows are open');
  };
}
