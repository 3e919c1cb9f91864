import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeWatch } from '../../../application/changes/watch/change-watch.ts';
import { OpenChangeStream } from '../../../application/changes/watch/open-change-stream.ts';
import { StreamCredentials } from '../../../application/changes/watch/stream-credential.ts';
import { CheckReadiness } from '../../../application/diagnose/check-readiness.ts';
import type { Pause } from '../../../application/ports/environment.ts';
import { RetryWhileStale } from '../../../application/prompts/retry-while-stale.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import { systemClock } from '../../outbound/host/system-environment.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { composeAccounts } from './compose-accounts.ts';
import { composeKeyring, composeKeys } from './compose-keys.ts';
import { composePrompts } from './compose-prompts.ts';
import { composeUsage } from './compose-usage.ts';
import { composeChanges, composeWebhooks } from './compose-webhooks.ts';
import { countRetries } from './count-outcomes.ts';
import type { Ports } from './ports.ts';

const pause: Pause = (ms, signal) => delay(ms, undefined, { signal }).catch(() => {});

export type UseCases = ReturnType<ReturnType<typeof composeUseCases>>;

/** All use cases, by name. Each interface takes those that it needs: the HTTP API, the dashboard, MCP, the command line. */
export const composeUseCases =
  (configuration: Configuration, metrics?: PrometheusMetrics) => (ports: Ports, watch: ChangeWatch) => {
    const { keySealing, sessionStore, promptReader, clock, entropy } = ports;
    const keys = composeKeys(ports, watch, metrics);
    const changes = composeChanges(ports);
    const retryWhileStale = countRetries(new RetryWhileStale(clock, entropy, pause), metrics);
    return {
      ...keys,
      ...composeAccounts(ports, keys, metrics),
      ...composeKeyring(ports),
      ...composeUsage(ports, configuration.usage),
      ...changes,
      prompts: composePrompts(ports, configuration.limits, retryWhileStale),
      webhooks: composeWebhooks(ports, changes.readFeed),
      events: {
        changeWatch: watch,
        openChangeStream: new OpenChangeStream(changes.readFeed),
        streamCredentials: new StreamCredentials(keys.authenticateKey, sessionStore, promptReader, clock),
      },
      checkReadiness: new CheckReadiness(ports.storageAdministration, systemClock, keySealing),
    };
  };
