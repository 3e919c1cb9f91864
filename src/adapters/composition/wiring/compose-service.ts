import type { Container } from 'inversify';
import { type CommonGates, shareLimits } from '../../inbound/http/limits/http-limits.ts';
import { type ConnectionSource, ListeningSource } from '../../inbound/http/server/connection-source.ts';
import type { RequestLogOutput } from '../../inbound/http/server/request-log.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { version } from '../version.ts';
import { compose } from './compose.ts';
import { dashboardModule } from './modules/dashboard.module.ts';
import { eventsModule } from './modules/events.module.ts';
import { httpModule } from './modules/http.module.ts';
import { langchainModule } from './modules/langchain.module.ts';
import { langfuseModule } from './modules/langfuse.module.ts';
import { litellmModule } from './modules/litellm.module.ts';
import { mcpModule } from './modules/mcp.module.ts';
import { type Peers, peersModule } from './modules/peers.module.ts';
import { deliveryModule } from './modules/webhooks.module.ts';

/** Everything that a service needs: the ports and adapters of commands, the HTTP API, those of other tools, the dashboard and metrics. */
export async function composeService(
  configuration: Configuration,
  output: RequestLogOutput,
  peers?: Peers,
): Promise<Container> {
  const container = await compose(configuration, output.log);
  if (peers) container.load(peersModule(peers));
  container.load(
    dashboardModule,
    langfuseModule,
    langchainModule,
    litellmModule,
    mcpModule,
    eventsModule,
    deliveryModule,
    httpModule(
      {
        ...httpSettings(configuration),
        limits: shareLimits(peers?.processCount ?? 1),
        commonGates: peers && commonGates(peers),
        metrics: await loadMetrics(container, configuration, peers),
      },
      peers?.connections ?? listeningSource(configuration, output),
      output,
    ),
  );
  return container;
}

/** Loads the metrics library only when metrics are enabled. */
async function loadMetrics(container: Container, configuration: Configuration, peers: Peers | undefined) {
  if (!configuration.metrics.enabled) return undefined;
  const { openMetrics, metricsModule } = await import('./modules/metrics.module.ts');
  const metrics = openMetrics(configuration, peers);
  container.load(metricsModule(metrics));
  return metrics;
}

const commonGates = (peers: Peers): CommonGates => ({ streams: peers.gate('streams'), imports: peers.gate('imports') });

const listeningSource = ({ http }: Configuration, { log }: RequestLogOutput): ConnectionSource =>
  new ListeningSource({ host: http.host, port: http.port, connectionsMax: http.maxConnections }, log);

const httpSettings = ({ http, accounts, webhooks }: Configuration) => ({
  host: http.host,
  publicUrl: http.publicUrl,
  trustedHops: http.trustProxy,
  corsOrigins: http.corsOrigins,
  allowedHosts: http.allowedHosts,
  signupOpen: accounts.signup === 'open',
  webhooksEnabled: webhooks.enabled,
  version,
});
