import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EndedRequest, HttpMetrics } from './http-metrics.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface BuildInfo {
  readonly version: string;
  /** The kind of storage, never its address. */
  readonly storage: string;
}

/** How much password work is under way. */
export interface HashingLoad {
  readonly runningCount: number;
  readonly waitingCount: number;
}

/**
 * Counts what happens, in the words of docs/metrics.md.
 * No label holds anything that a caller can choose: the number of series is bounded by the number of routes.
 */
export class PrometheusMetrics implements HttpMetrics {
  private readonly registry = new Registry();
  private readonly requests = this.counter('http_requests_total', 'HTTP requests that are over.', [
    'method',
    'route',
    'status',
  ]);
  private readonly durations = new Histogram({
    name: 'prompthold_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly inFlight = this.gauge('http_requests_in_flight', 'HTTP requests that are being answered.');
  private readonly outages = this.counter(
    'storage_unavailable_total',
    'Requests that were answered 503 because the storage did not answer.',
  );
  private readonly signIns = this.counter('sign_in_total', 'Attempts to sign in with a password.', ['outcome']);
  private readonly keyResets = this.counter('key_resets_total', 'Resets of keys.', ['by', 'outcome']);

  constructor({ version, storage }: BuildInfo) {
    this.gauge('build_info', 'Always 1; its labels tell what runs.', ['version', 'node', 'storage']).set(
      { version, node: process.versions.node, storage },
      1,
    );
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
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

  signInEnded(outcome: string): void {
    this.signIns.inc({ outcome });
  }

  keyResetEnded(by: string, outcome: string): void {
    this.keyResets.inc({ by, outcome });
  }

  /** Asked for when somebody reads the numbers, and only then. */
  watchHashing(load: HashingLoad): void {
    this.read('hashing_running', 'Password work that is being done.', () => load.runningCount);
    this.read('hashing_waiting', 'Password work that waits for its turn.', () => load.waitingCount);
  }

  private read(name: string, help: string, value: () => number): void {
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

  private gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) {
    return new Gauge({ name: `prompthold_${name}`, help, labelNames, registers: [this.registry] });
  }
}
