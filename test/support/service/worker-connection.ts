import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { childrenOf } from '../servers/process-tree.ts';
import { waitUntil } from '../servers/wait-until.ts';
import type { ServiceProcess } from './service-process.ts';

/** The process ids of the workers of a service. */
export const workersOf = ({ pid = 0 }: ServiceProcess): readonly number[] => childrenOf(pid);

/** Throws if there is none: a signal to process 0 would reach the tests themselves. */
export function aWorkerOf(service: ServiceProcess): number {
  const [worker] = workersOf(service);
  if (worker === undefined) throw new Error('the service has no worker');
  return worker;
}

interface WorkerResponse {
  readonly status: number;
  readonly text: string;
}

/** A connection to a service, and so to one of its workers. */
export class WorkerConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(
    private readonly url: string,
    /** The number of the worker, as in the log. */
    readonly worker: number,
  ) {}

  /** One for each worker, in the order of their numbers. Closed when the calling test finishes. */
  static async openEach(service: ServiceProcess, workers = 2): Promise<readonly WorkerConnection[]> {
    const found = new Map<number, WorkerConnection>();
    const open = async () => {
      const connection = await WorkerConnection.open(service);
      onTestFinished(() => connection.close());
      found.set(connection.worker, connection);
      return found.size === workers;
    };
    await waitUntil(open, { what: 'each worker has a connection' });
    return [...found.values()].toSorted((one, other) => one.worker - other.worker);
  }

  private static async open(service: ServiceProcess): Promise<WorkerConnection> {
    const unknown = new WorkerConnection(service.url, 0);
    const id = randomUUID();
    await unknown.send('GET', '/livez', { headers: { 'X-Request-Id': id } });
    await waitUntil(() => service.log.includes(id), { what: 'a request is logged' });
    const line = service.log.split('\n').find((each) => each.includes(id)) ?? '{}';
    return Object.assign(unknown, { worker: JSON.parse(line).worker as number });
  }

  send(
    method: string,
    path: string,
    { key, headers = {} }: { readonly key?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<WorkerResponse> {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.url), {
        method,
        headers: { ...authorization, ...headers },
        agent: this.agent,
      });
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
