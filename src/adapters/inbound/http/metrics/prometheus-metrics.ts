import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import type { EndedRequest, RequestObserver, WorkLoad } from './http-metrics.ts';

/** All metrics of a process, with their values and how to aggregate them. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const START_TIME = 'process_start_time_seconds';

export interface BuildInfo {
  readonly version: string;
  /** The kind of storage, never its address. */
  readonly storage: string;
}

/** The state of the storage as of the last check. */
export interface StorageCondition {
  readonly latest: { readonly isNearlyFull: boolean; readonly clockOffMs: number };
}

/** Webhook deliveries of this instance at the moment. */
export interface DeliveryLoad {
  readonly inFlightCount: number;
  readonly leaseCount: number;
}

/**
 * The metrics that docs/metrics.md lists.
 * No label value can be chosen by a client, so the number of series is bounded by the number of routes.
 */
export class PrometheusMetrics implements RequestObserver {
  private readonly registry = new Registry();
  private readonly requests = this.counter('http_requests_total', 'Completed HTTP requests.', [
    'method',
    'route',
    'status',
  ]);
  private readonly durations = new Histogram({
    name: 'prompthold_http_request_duration_seconds',
    help: 'From the request headers to the end of the response.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly inFlight = this.gauge('http_requests_in_flight', 'HTTP requests being handled.');
  private readonly outages = this.counter(
    'storage_unavailable_total',
    'Requests that failed with 503 because the storage did not respond.',
  );
  private readonly signIns = this.counter('sign_in_total', 'Password sign-ins.', ['outcome']);
  private readonly keyResets = this.counter('key_resets_total', 'Key resets.', ['by', 'outcome']);
  private readonly writeRetries = this.counter(
    'write_retries_total',
    'Further attempts at writes that were overtaken by other writes.',
  );
  private readonly webhookDeliveries = this.counter(
    'webhook_deliveries_total',
    'Events that were delivered to a webhook, or given up.',
    ['outcome'],
  );
  private readonly webhookFailures = this.counter(
    'webhook_failures_total',
    'Failed attempts to deliver an event to a webhook.',
  );
  private readonly webhooksDisabled = this.counter(
    'webhooks_disabled_total',
    'Webhooks that were disabled because of a problem.',
    ['problem'],
  );

  constructor(
    { version, storage }: BuildInfo,
    /** The values of all processes of a service, this one included. Undefined if there is only one process. */
    private readonly collectAll?: () => Promise<readonly MetricValues[]>,
  ) {
    const labels = { version, node: process.versions.node, storage };
    this.gauge('build_info', 'Always 1; the labels describe the build.', ['version', 'node', 'storage'], 'first').set(
      labels,
      1,
    );
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async text(): Promise<string> {
    if (!this.collectAll) return this.registry.metrics();
    return AggregatorRegistry.aggregate([...(await this.collectAll())]).metrics();
  }

  /** Values of this process only. */
  async values(): Promise<MetricValues> {
    const metrics = await this.registry.getMetricsAsJSON();
    // The library would leave the start time out of the metrics of several processes.
    return metrics.map((metric) => (metric.name === START_TIME ? { ...metric, aggregator: 'min' } : metric));
  }

  requestBegan(): void {
    this.inFlight.inc();
  }

  requestEnded({ method, route, status, code, seconds }: EndedRequest): void {
    const known = METHODS.has(method) ? method : 'other';
    this.inFlight.dec();
    this.requests.inc({ method: known, route, status });
    this.durations.observe({ method: known, route }, seconds);
    if (code === 'storage_unavailable') this.outages.inc();
  }

  countSignIn(outcome: string): void {
    this.signIns.inc({ outcome });
  }

  countKeyReset(by: string, outcome: string): void {
    this.keyResets.inc({ by, outcome });
  }

  countWriteRetry(): void {
    this.writeRetries.inc();
  }

  /** `pending` after a failed attempt that is not the last one. */
  countDeliveryAttempt(state: 'pending' | 'done' | 'failed'): void {
    if (state !== 'done') this.webhookFailures.inc();
    if (state !== 'pending') this.webhookDeliveries.inc({ outcome: state });
  }

  countDisabledWebhook(problem: string): void {
    this.webhooksDisabled.inc({ problem });
  }

  watchDeliveries(load: DeliveryLoad): void {
    this.gaugeOnScrape(
      'webhook_requests_in_flight',
      'Requests to webhooks that are in flight.',
      () => load.inFlightCount,
    );
    this.gaugeOnScrape(
      'webhook_leases',
      'Webhooks that this instance delivers to at the moment.',
      () => load.leaseCount,
    );
  }

  /** Read on every scrape, and only then. */
  watchHashing(load: WorkLoad): void {
    this.gaugeOnScrape('hashing_running', 'Password hashes in progress.', () => load.runningCount);
    this.gaugeOnScrape('hashing_waiting', 'Password hashes waiting.', () => load.waitingCount);
  }

  watchStorage(condition: StorageCondition): void {
    this.gaugeOnScrape('storage_full', '1 while content is rejected because the storage is nearly full.', () =>
      condition.latest.isNearlyFull ? 1 : 0,
    );
    this.gaugeOnScrape(
      'storage_clock_offset_seconds',
      'How far the clock of this instance is ahead of the storage’s.',
      () => condition.latest.clockOffMs / 1000,
    );
  }

  watchHeavyWork(load: WorkLoad): void {
    this.gaugeOnScrape('heavy_work_running', 'Heavy work in progress.', () => load.runningCount);
    this.gaugeOnScrape('heavy_work_waiting', 'Heavy work waiting.', () => load.waitingCount);
  }

  watchStreams(streams: { readonly count: number }): void {
    this.gaugeOnScrape('event_streams', 'Open event streams.', () => streams.count);
  }

  private gaugeOnScrape(name: string, help: string, value: () => number): void {
    const gauge: Gauge = new Gauge({
      name: `prompthold_${name}`,
      help,
      registers: [this.registry],
      collect: () => gauge.set(value()),
    });
  }

  private counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) {
    return new Counter({ name: `prompthold_${name}`, help, labelNames, registers: [this.registry] });
  }

  private gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    aggregator: Aggregator = 'sum',
  ) {
    return new Gauge({ name: `prompthold_${name}`, help, labelNames, aggregator, registers: [this.registry] });
  }
}
