import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from 'inversify';
import type { Logger } from 'pino';
import type { OpenFirstAccount } from '../../../application/setup/open-first-account.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { CurrentKeyring } from '../../outbound/crypto/keyring/current-keyring.ts';
import { assertRoomToStart } from '../../outbound/sql/sqlite/room-to-start.ts';
import type { Configuration, LoadedConfiguration } from '../configuration/configuration.ts';
import { proxyFindings } from '../configuration/findings.ts';
import { describeStorage } from '../configuration/storage-url.ts';
import { version } from '../version.ts';
import { dismantle, unlock } from '../wiring/compose.ts';
import { composeService } from '../wiring/compose-service.ts';
import { tokens } from '../wiring/tokens.ts';
import { banner } from './banner.ts';
import { LeaderSchedules } from './leader-schedules.ts';
import { listen } from './listen.ts';
import { type Log, openLog } from './log.ts';
import { prepareStorage } from './prepare-storage.ts';
import { type ServicePart, wholeService } from './service-part.ts';
import { warnOfStorage } from './storage-warnings.ts';

const CLOSE_MS = 1500;
/** The limit is the time that stopping may take, less what closing needs. */
const STOP_MS = 8000;
/** While the storage is unavailable, waiting longer would not help. */
const LAST_FLUSH_MS = 4000;

/** Runs the service, or one process of it, until it receives a stop signal. */
export async function serve(
  loaded: LoadedConfiguration,
  report: (text: string) => void,
  part = wholeService(report),
): Promise<void> {
  const { configuration } = loaded;
  const log = await openServiceLog(configuration, part);
  const container = await composeService(configuration, { ...log, log: log.logger }, part.peers);
  let endWaiting = (): void => {};
  try {
    if (part.isFirst) assertRoom(configuration);
    const schema = await prepareStorage(container);
    const keyring = await unlock(container, configuration);
    if (part.isFirst) await container.get(tokens.useCases).prompts.lockPendingLabels.execute();
    if (part.isFirst) await prepareAccounts(container, configuration, log.logger);

    const service = container.get(tokens.httpService);
    const publicUrl = await listen(service, loaded);
    if (part.isFirst) {
      report(
        banner({
          version,
          storage: describeStorage(configuration.storage.location),
          schemaVersion: schema.to,
          keyringFile: configuration.keyring.file,
          keyringFingerprint: keyring.fingerprint(),
          address: service.address,
          publicUrl,
          setupToken: await container.get(tokens.useCases).offerSetup.execute(),
          warnings: proxyFindings(configuration.http),
        }),
      );
    }
    // Stop signals are handled before the service is reported as ready: a supervisor may send one at that moment.
    const stopped = stopSignal();
    const usage = container.get(tokens.usageSchedule);
    usage.start();
    const changes = container.get(tokens.changeSchedule);
    changes.start();
    rereadOnHangUp(keyring);
    const duties = new LeaderSchedules(container, configuration);
    part.onLead(() => duties.start());
    part.ready();

    log.logger.info({ signal: await stopped }, 'stopping');
    endWaiting = stayAlive();
    const stoppedAt = performance.now();
    // Requests first, then their statistics, storage last: a request in flight still needs its database.
    await Promise.all([service.drain(), changes.stop(), duties.stop()]);
    await usage.stop(Math.min(performance.now() + LAST_FLUSH_MS, stoppedAt + STOP_MS));
  } finally {
    await close(container);
    await log.close();
    endWaiting();
  }
}

/**
 * Keeps the process alive until the returned function is called: a process that only waits for promises ends at once,
 * with exit code 13, before it has stopped properly. Each part of stopping has a deadline of its own.
 */
function stayAlive(): () => void {
  const timer = setInterval(() => {}, STOP_MS);
  return () => clearInterval(timer);
}

async function openServiceLog({ log: { level } }: Configuration, { worker, peers }: ServicePart): Promise<Log> {
  const isTerminal = process.stdout.isTTY === true;
  const log = await openLog({ level, fd: process.stdout.fd, isTerminal, worker, isShared: peers !== undefined });
  // Warnings go to the log instead of stderr: see muteLibraries.
  process.on('warning', (warning) => log.logger.debug({ err: warning }, 'warning of Node.js or a library'));
  return log;
}

/** Runs before the storage is opened, which would take the first of the room that is left. */
function assertRoom({ storage: { location } }: Configuration): void {
  if (location.kind === 'sqlite') assertRoomToStart(location.file);
}

async function prepareAccounts(container: Container, configuration: Configuration, log: Logger): Promise<void> {
  await openFirstAccount(container.get(tokens.useCases).openFirstAccount, configuration);
  if (configuration.storage.location.kind === 'sqlite') return;
  await warnOfStorage(container.get(tokens.storageDiagnosis), log);
}

/**
 * Listens to the end of the process: npm passes on the Ctrl-C that the terminal has sent to both already,
 * and a second signal without a listener would end us in the middle of a request.
 */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Replaces the handler that exits immediately during startup.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal).on(signal, resolve);
  });
}

/** The usual way to make a service read its files again. On a terminal the signal says that the terminal is gone. */
function rereadOnHangUp(keyring: CurrentKeyring): void {
  if (process.stderr.isTTY) return;
  // A failure is logged and retried within a second.
  process.on('SIGHUP', () => keyring.reread().catch(() => {}));
}

async function openFirstAccount(useCase: OpenFirstAccount, { accounts }: Configuration): Promise<void> {
  if (!accounts.init) return;
  const { kind } = await useCase.execute(accounts.init);
  invariant(
    kind === 'opened' || kind === 'not-needed',
    'the configuration is valid, and no other request is hashing yet',
  );
}

/** A storage that is gone must not keep the process from ending. */
async function close(container: Container): Promise<void> {
  await Promise.race([dismantle(container), delay(CLOSE_MS, undefined, { ref: false })]);
}
