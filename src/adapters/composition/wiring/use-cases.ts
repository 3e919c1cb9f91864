import type { ChangeWatch } from '../../../application/changes/watch/change-watch.ts';
import { OpenChangeStream } from '../../../application/changes/watch/open-change-stream.ts';
import { ReadFeed } from '../../../application/changes/watch/read-feed.ts';
import { StreamCredentials } from '../../../application/changes/watch/stream-credential.ts';
import { CheckReadiness } from '../../../application/diagnose/check-readiness.ts';
import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import type { StreamUseCases } from '../../inbound/http/streams/open-stream.ts';
import { systemClock } from '../../outbound/host/system-environment.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { composeAccounts } from './compose-accounts.ts';
import { composeKeyring, composeKeys } from './compose-keys.ts';
import { composePrompts } from './compose-prompts.ts';
import { composeUsage } from './compose-usage.ts';
import { composeChanges, composeWebhooks } from './compose-webhooks.ts';
import type { Ports } from './ports.ts';

export type UseCases = ReturnType<ReturnType<typeof composeUseCases>>;

/** All use cases, by name. Each interface takes those that it needs: the HTTP API, the dashboard, MCP, the command line. */
export const composeUseCases =
  (configuration: Configuration, metrics?: PrometheusMetrics) => (ports: Ports, watch: ChangeWatch) => {
    const keys = composeKeys(ports, watch, metrics);
    const changes = composeChanges(ports);
    return {
      ...keys,
      ...composeAccounts(ports, keys, metrics),
      ...composeKeyring(ports),
      ...composeUsage(ports, configuration.usage),
      ...changes,
      prompts: composePrompts(ports, configuration.limits, metrics),
      webhooks: composeWebhooks(ports, changes.readNewestPosition),
      events: composeStreams(ports, watch, keys.authenticateKey),
      checkReadiness: new CheckReadiness(ports.storageAdministration, systemClock, ports.keySealing),
    };
  };

function composeStreams(ports: Ports, changeWatch: ChangeWatch, authenticateKey: AuthenticateKey): StreamUseCases {
  const { sessionStore, promptReader, promptChanges, contentHashing, clock } = ports;
  return {
    changeWatch,
    openChangeStream: new OpenChangeStream(new ReadFeed(promptChanges, contentHashing)),
    streamCredentials: new StreamCredentials(authenticateKey, sessionStore, promptReader, clock),
  };
}
