import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PrometheusMetrics } from '../../../src/adapters/inbound/http/metrics/prometheus-metrics.ts';

it('describes every metric by its name and its kind', async () => {
  const metrics = new PrometheusMetrics({ version: '0.0.0', storage: 'sqlite' });
  metrics.watchHashing({ runningCount: 0, waitingCount: 0 });
  metrics.watchStorage({ latest: { isNearlyFull: false, clockOffMs: 0 } });
  metrics.watchDeliveries({ inFlightCount: 0, leaseCount: 0 });
  metrics.watchHeavyWork({ runningCount: 0, waitingCount: 0 });
  metrics.watchStreams({ count: 0 });
  const types = (await metrics.text()).matchAll(/^# TYPE (prompthold_\w+) (\w+)$/gm);
  const known = Array.from(types, ([, name, kind]) => `${name} ${kind}`).sort();

  const rows = (await readFile('docs/metrics.md', 'utf8')).matchAll(/^\| `(\w+)` \| (\w+) \|/gm);
  const described = Array.from(rows, ([, name, kind]) => `${name} ${kind}`).sort();

  expect(described).toEqual(known);
});
