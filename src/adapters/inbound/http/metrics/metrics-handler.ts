import type { Endpoint } from '../routes/operation.ts';
import type { Handle } from '../routes/route.ts';
import type { PrometheusMetrics } from './prometheus-metrics.ts';

/** Needs no key, as Prometheus expects: the numbers name no account, and a proxy can keep the path private. */
export const metricsEndpoint: Endpoint = { method: 'get', path: '/metrics', ignoresQuery: true };

export interface MetricsServices {
  /** Undefined when metrics are off. */
  readonly metrics?: Pick<PrometheusMetrics, 'text' | 'contentType'> | undefined;
}

export const reportMetrics =
  ({ metrics }: MetricsServices): Handle =>
  async (ctx) => {
    if (!metrics) return;
    ctx.body = await metrics.text();
    ctx.set('Content-Type', metrics.contentType);
  };
