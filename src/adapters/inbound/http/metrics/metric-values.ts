import type { Registry } from 'prom-client';

/** All metrics of a process, with their values and how to aggregate them. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
