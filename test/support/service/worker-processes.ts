import { childrenOf } from '../servers/process-tree.ts';
import type { ServiceProcess } from './service-process.ts';

/** The process ids of the workers of a service. */
export const workersOf = ({ pid = 0 }: ServiceProcess): readonly number[] => childrenOf(pid);

/** Throws if there is none: a signal to process 0 would reach the tests themselves. */
export function aWorkerOf(service: ServiceProcess): number {
  const [worker] = workersOf(service);
  if (worker === undefined) throw new Error('the service has no worker');
  return worker;
}
