import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerMetrics } from '../../../../src/adapters/composition/service/workers/worker-metrics.ts';
import type { MetricValues } from '../../../../src/adapters/inbound/http/metrics/prometheus-metrics.ts';
import { PrometheusMetrics } from '../../../../src/adapters/inbound/http/metrics/prometheus-metrics.ts';
import { parsePrometheus, sampleValue } from '../../../support/service/prometheus-text.ts';

const BUILD = { version: '1.2.3', storage: 'sqlite' };
const REQUEST = { method: 'GET', route: '/api', status: 200, code: undefined, seconds: 0.01 };

/** Some workers, whose metrics any of them can show. */
function someWorkers() {
  const metrics = new WorkerMetrics();
  const workers = new Map<number, PrometheusMetrics>();
  const silent = new Set<number>();
  const measure = async (id: number, request: number) => {
    const values = await workers.get(id)?.values();
    // As it arrives from another process.
    if (values && !silent.has(id)) metrics.receive(id, request, structuredClone(values));
  };
  const collectAll = (): Promise<readonly MetricValues[]> => metrics.collect([...workers.keys()], measure);
  return {
    silent,
    add: (id: number) => {
      const added = new PrometheusMetrics(BUILD, collectAll);
      workers.set(id, added);
      return added;
    },
    end: async (id: number) => {
      workers.delete(id);
      await metrics.remove(id);
    },
    read: async (id: number) => parsePrometheus((await workers.get(id)?.text()) ?? ''),
  };
}

describe('the metrics of several workers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const count = (worker: PrometheusMetrics, requests: number) => {
    for (let index = 0; index < requests; index += 1) {
      worker.requestBegan();
      worker.requestEnded(REQUEST);
    }
  };

  it('are the sums of what each has counted, whichever of them is read', async () => {
    const { add, read } = someWorkers();
    const [first, second] = [add(1), add(2)];
    count(first, 3);
    count(second, 4);
    first.requestBegan();
    second.requestBegan();

    for (const id of [1, 2]) {
      const samples = await read(id);
      expect(sampleValue(samples, 'prompthold_http_requests_total')).toBe(7);
      expect(sampleValue(samples, 'prompthold_http_request_duration_seconds_count')).toBe(7);
      expect(sampleValue(samples, 'prompthold_http_request_duration_seconds_bucket', { le: '0.01' })).toBe(7);
      expect(sampleValue(samples, 'prompthold_http_requests_in_flight')).toBe(2);
    }
  });

  it('describe one build, and a start in the past', async () => {
    const { add, read } = someWorkers();
    add(1);
    add(2);

    const samples = await read(1);

    expect(sampleValue(samples, 'prompthold_build_info')).toBe(1);
    const startedAt = sampleValue(samples, 'process_start_time_seconds');
    expect(startedAt).toBeGreaterThan(0);
    expect(startedAt).toBeLessThan(Date.now() / 1000);
  });

  it('never decrease when workers end, but forget what they were doing', async () => {
    const { add, read, end } = someWorkers();
    count(add(1), 1);
    for (let id = 2; id <= 4; id += 1) {
      const worker = add(id);
      count(worker, 10);
      worker.requestBegan();
      await read(1);
      await end(id);
    }

    const samples = await read(1);

    expect(sampleValue(samples, 'prompthold_http_requests_total')).toBe(31);
    expect(sampleValue(samples, 'prompthold_http_request_duration_seconds_count')).toBe(31);
    expect(sampleValue(samples, 'prompthold_http_requests_in_flight')).toBe(0);
  });

  it('contain what a worker reported before if it does not respond', async () => {
    const { add, read, silent } = someWorkers();
    count(add(1), 1);
    const second = add(2);
    count(second, 2);
    await read(1);
    silent.add(2);
    count(second, 5);

    const reading = read(1);
    await vi.advanceTimersByTimeAsync(1000);

    expect(sampleValue(await reading, 'prompthold_http_requests_total')).toBe(3);
  });

  it('do not wait for a worker that ends', async () => {
    const { add, read, silent, end } = someWorkers();
    count(add(1), 1);
    add(2);
    silent.add(2);

    const reading = read(1);
    await new Promise((resolve) => setImmediate(resolve));
    await end(2);

    expect(sampleValue(await reading, 'prompthold_http_requests_total')).toBe(1);
  });
});
