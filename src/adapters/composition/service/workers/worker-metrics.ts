import type { MetricValues } from '../../../inbound/http/metrics/prometheus-metrics.ts';

/** A worker that is busy for longer contributes what it has reported before. */
const WAIT_MS_MAX = 1000;

interface Collection {
  readonly pending: Set<number>;
  readonly finish: () => void;
}

/**
 * The metrics of all workers. Those that have ended still count with what they reported last: without them, sums would
 * decrease, and Prometheus would take that for a restart of the whole service.
 */
export class WorkerMetrics {
  private readonly latest = new Map<number, MetricValues>();
  private readonly collections = new Map<number, Collection>();
  private ended: MetricValues = [];
  private requested = 0;

  /** Asks each worker for its metrics with `measure`, and waits for their responses. */
  async collect(
    workers: readonly number[],
    measure: (worker: number, request: number) => void,
  ): Promise<readonly MetricValues[]> {
    this.requested += 1;
    const request = this.requested;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, WAIT_MS_MAX);
      const finish = () => {
        clearTimeout(timer);
        resolve();
      };
      this.collections.set(request, { pending: new Set(workers), finish });
      for (const worker of workers) measure(worker, request);
    });
    this.collections.delete(request);
    return [...this.latest.values(), this.ended];
  }

  receive(worker: number, request: number, values: MetricValues): void {
    this.latest.set(worker, values);
    const collection = this.collections.get(request);
    if (collection) settle(collection, worker);
  }

  async remove(worker: number): Promise<void> {
    const last = this.latest.get(worker);
    this.latest.delete(worker);
    // The last values are added in the same step, so that no sum lacks them.
    if (last) this.ended = [...this.ended, ...last.filter(isCumulative)];
    for (const collection of this.collections.values()) settle(collection, worker);
    if (last) await this.aggregateEnded();
  }

  /** Aggregates these metrics, which otherwise would grow with each worker that ends. */
  private async aggregateEnded(): Promise<void> {
    const { AggregatorRegistry } = await import('prom-client');
    const { ended } = this;
    const aggregated = await AggregatorRegistry.aggregate([ended]).getMetricsAsJSON();
    if (this.ended === ended) this.ended = aggregated;
  }
}

function settle({ pending, finish }: Collection, worker: number): void {
  pending.delete(worker);
  if (pending.size === 0) finish();
}

/** The library declares a number, but has a name. */
const isCumulative = ({ type }: { readonly type: unknown }): boolean => type === 'counter' || type === 'histogram';
