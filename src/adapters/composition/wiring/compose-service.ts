import { type Container, ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { BuildSearchIndex } from '../../../application/maintenance/build-search-index.ts';
import { DeleteExpired } from '../../../application/maintenance/delete-expired.ts';
import { DAY_MS } from '../../../domain/usage/usage.ts';
import type { Extension } from '../../inbound/api/app.ts';
import { HttpService } from '../../inbound/api/http-service.ts';
import { mountLangchain } from '../../inbound/compatible/langchain/mount-langchain.ts';
import { mountLangfuse } from '../../inbound/compatible/langfuse/mount-langfuse.ts';
import { mountLitellm } from '../../inbound/compatible/litellm/mount-litellm.ts';
import { mountDashboard } from '../../inbound/dashboard/mount-dashboard.ts';
import { type CommonGates, shareLimits } from '../../inbound/http/limits/http-limits.ts';
import type { MetricValues, PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import { type ConnectionSource, ListeningSource } from '../../inbound/http/server/connection-source.ts';
import type { RequestLogOutput } from '../../inbound/http/server/request-log.ts';
import { mountMcp } from '../../inbound/mcp/mount-mcp.ts';
import { ChangeSchedule } from '../../inbound/schedule/change-schedule.ts';
import { RetentionSchedule } from '../../inbound/schedule/retention-schedule.ts';
import { SearchIndexSchedule } from '../../inbound/schedule/search-index-schedule.ts';
import { StorageWatch } from '../../inbound/schedule/storage-watch.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { version } from '../version.ts';
import { compose } from './compose.ts';
import { scheduleUsage } from './compose-usage.ts';
import { scheduleDeliveries } from './compose-webhooks.ts';
import type { HashingQueues } from './ports.ts';
import { tokens } from './tokens.ts';
import type { UseCases } from './use-cases.ts';

/** The other processes of the same service, and what this one shares with them. */
export interface Peers {
  /** The number of all processes, this one included. */
  readonly processCount: number;
  /** This process's share of the connections. */
  readonly connections: ConnectionSource;
  readonly gates: CommonGates;
  readonly hashing: HashingQueues;
  collectMetrics(): Promise<readonly MetricValues[]>;
  /** Sets what this process contributes to the metrics of all. */
  reportMetrics(values: () => Promise<MetricValues>): void;
}

/** Everything that a service needs: all that commands need, the HTTP server, and what it does regularly. */
export async function composeService(
  configuration: Configuration,
  output: RequestLogOutput,
  peers?: Peers,
): Promise<Container> {
  const { log } = output;
  const metrics = await openMetrics(configuration, peers);
  const container = await compose(configuration, log, { metrics, hashing: peers?.hashing });
  container.load(
    new ContainerModule(({ bind }) => {
      bind(tokens.httpService).toResolvedValue(
        (useCases, { idempotentResponses, clock }) => {
          const connections = peers?.connections ?? listeningSource(configuration, log);
          const mounted = { ...useCases, idempotentResponses, extensions: mountExtensions(useCases, log) };
          return new HttpService(mounted, httpSettings(configuration, peers, metrics), connections, output, clock);
        },
        [tokens.useCases, tokens.ports],
      );
      bind(tokens.changeSchedule).toResolvedValue((watch) => new ChangeSchedule(watch), [tokens.changeWatch]);
      bind(tokens.usageSchedule).toResolvedValue(
        (ports, { tallyCalls }) => scheduleUsage(ports, tallyCalls, configuration.usage, log),
        [tokens.ports, tokens.useCases],
      );
      bind(tokens.changeRetentionSchedule).toResolvedValue(
        ({ promptChanges }, clock) => {
          const { retentionDays } = configuration.changes;
          const deletion = new DeleteExpired(promptChanges, clock, retentionDays * DAY_MS);
          return new RetentionSchedule(deletion, log, 'old changes were not deleted, and will be in an hour');
        },
        [tokens.storage, tokens.clock],
      );
      bind(tokens.searchIndexSchedule).toResolvedValue(
        ({ searchIndexing }) => new SearchIndexSchedule(new BuildSearchIndex(searchIndexing), log),
        [tokens.storage],
      );
      bind(tokens.storageWatch).toResolvedValue(
        ({ storageAdministration }, { checkReadiness }) => {
          const watch = new StorageWatch(checkReadiness, storageAdministration, log);
          metrics?.watchStorage(watch);
          return watch;
        },
        [tokens.storage, tokens.useCases],
      );
      bind(tokens.webhookSchedule).toResolvedValue(
        (ports, changes) => scheduleDeliveries(ports, changes, log, metrics),
        [tokens.ports, tokens.useCases],
      );
    }),
  );
  return container;
}

/** Loads the metrics library only when metrics are enabled. */
async function openMetrics({ metrics, storage }: Configuration, peers?: Peers): Promise<PrometheusMetrics | undefined> {
  if (!metrics.enabled) return undefined;
  const { PrometheusMetrics } = await import('../../inbound/http/metrics/prometheus-metrics.ts');
  const build = { version, storage: storage.location.kind };
  if (!peers) return new PrometheusMetrics(build);
  const ofThisProcess = new PrometheusMetrics(build, () => peers.collectMetrics());
  peers.reportMetrics(() => ofThisProcess.values());
  return ofThisProcess;
}

/** Everything that is mounted beside our own API. */
function mountExtensions(useCases: UseCases, log: Logger): readonly Extension[] {
  const { authenticateKey, prompts, events } = useCases;
  const { countPrompts, findLockedPrompts } = prompts;
  const ofPrompts = { ...prompts, authenticateKey };
  return [
    mountLangfuse(ofPrompts),
    mountLitellm(ofPrompts),
    mountLangchain(ofPrompts),
    mountMcp({ ...ofPrompts, events, log }),
    mountDashboard({ ...useCases, countPrompts, findLockedPrompts }),
  ];
}

const listeningSource = ({ http }: Configuration, log: Logger): ConnectionSource =>
  new ListeningSource({ host: http.host, port: http.port, connectionsMax: http.maxConnections }, log);

const httpSettings = (
  { http, accounts, webhooks }: Configuration,
  peers: Peers | undefined,
  metrics: PrometheusMetrics | undefined,
) => ({
  host: http.host,
  publicUrl: http.publicUrl,
  trustedHops: http.trustProxy,
  corsOrigins: http.corsOrigins,
  allowedHosts: http.allowedHosts,
  signupOpen: accounts.signup === 'open',
  webhooksEnabled: webhooks.enabled,
  version,
  limits: shareLimits(peers?.processCount ?? 1),
  commonGates: peers?.gates,
  metrics,
});
