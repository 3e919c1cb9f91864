import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TYPESCRIPT } from '../typescript.ts';
import type { LoadJob, LoadReply, LoadResult } from './load-job.ts';

/** A process that generates load, one job at a time. */
export class LoadProcess {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'load-worker.ts'), { execArgv: [...TYPESCRIPT] });
  }

  async run(job: LoadJob): Promise<LoadResult> {
    const response = once(this.#child, 'message');
    this.#child.send(job);
    const [reply] = (await response) as [LoadReply];
    if ('failure' in reply) throw new Error(reply.failure);
    return reply.result;
  }

  dispose(): void {
    this.#child.kill('SIGKILL');
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
