import { ContainerModule } from 'inversify';
import { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import { BoundedGate } from '../../outbound/crypto/bounded-gate.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { version } from '../version.ts';
import { tokens } from './tokens.ts';

export const openMetrics = ({ storage }: Configuration): PrometheusMetrics =>
  new PrometheusMetrics({ version, storage: storage.location.kind });

/**
 * Lets the metrics look on when use cases are built, so that what happens is counted once, whichever door it came
 * through, and use cases know nothing of it.
 */
export const metricsModule = (metrics: PrometheusMetrics): ContainerModule =>
  new ContainerModule(({ onActivation }) => {
    onActivation(tokens.signIn, (_context, signIn) => {
      const execute = signIn.execute.bind(signIn);
      signIn.execute = (credentials) =>
        counted(
          execute(credentials),
          ({ kind }) => kind,
          (outcome) => metrics.signInEnded(outcome),
        );
      return signIn;
    });

    onActivation(tokens.rotateKey, (_context, rotateKey) => {
      const execute = rotateKey.execute.bind(rotateKey);
      rotateKey.execute = (accountId, retired, origin) =>
        counted(
          execute(accountId, retired, origin),
          ({ kind }) => (kind === 'rotated' ? 'done' : kind),
          (outcome) => metrics.keyResetEnded(origin.by, outcome),
        );
      return rotateKey;
    });

    onActivation(tokens.hashingGate, (_context, gate) => {
      if (gate instanceof BoundedGate) metrics.watchHashing(gate);
      return gate;
    });
  });

/** Counts the work by the name of its outcome, or as failed, and passes on what came of it. */
async function counted<Outcome>(
  work: Promise<Outcome>,
  nameOf: (outcome: Outcome) => string,
  count: (name: string) => void,
): Promise<Outcome> {
  try {
    const outcome = await work;
    count(nameOf(outcome));
    return outcome;
  } catch (error) {
    count('failed');
    throw error;
  }
}
