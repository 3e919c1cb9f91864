import { setPriority } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** Computes a hash, or verifies a password against one. */
type Task =
  | { readonly password: string; readonly parameters: Options }
  | { readonly password: string; readonly known: string };
type Request = { readonly number: number; readonly task: Task };
type Response = { readonly number: number } & ({ readonly result: string | boolean } | { readonly failure: unknown });

/** Marks the worker threads that this file starts, which run this same file. */
const ROLE = 'prompthold-hashing';
/** If both compete for one core, requests get nine tenths of it. */
const NICENESS = 10;

/**
 * A thread for hashing only, with a lower priority than the rest of the process.
 * In Node's own thread pool, hashing would have the same priority as requests that need no password.
 */
export class HashingThread {
  private readonly program: URL;
  private worker: Worker | undefined;
  private asked = 0;
  private readonly waiting = new Map<number, PromiseWithResolvers<string | boolean>>();

  /** No parameter property: this file also runs with type stripping, which does not support them. */
  constructor(program = new URL(import.meta.url)) {
    this.program = program;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  async hash(password: string, parameters: Options): Promise<string> {
    return String(await this.ask({ password, parameters }));
  }

  async verify(known: string, password: string): Promise<boolean> {
    return (await this.ask({ password, known })) === true;
  }

  private ask(task: Task): Promise<string | boolean> {
    const result = Promise.withResolvers<string | boolean>();
    this.asked += 1;
    this.waiting.set(this.asked, result);
    this.worker ??= this.start();
    // Keep the process alive only while a result is pending.
    this.worker.ref();
    this.worker.postMessage({ number: this.asked, task } satisfies Request);
    return result.promise;
  }

  private start(): Worker {
    const worker = new Worker(this.program, { workerData: ROLE, name: ROLE });
    worker.on('message', (response: Response) => {
      const waiting = this.waiting.get(response.number);
      this.waiting.delete(response.number);
      if (this.waiting.size === 0) worker.unref();
      if ('failure' in response) waiting?.reject(response.failure);
      else waiting?.resolve(response.result);
    });
    worker.on('error', (error) => this.rejectPending(error));
    return worker;
  }

  /** Rejects pending requests; the next one starts a new thread. */
  private rejectPending(error: unknown): void {
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

function respondTo({ number, task }: Request): Response {
  try {
    const { password } = task;
    return {
      number,
      result: 'known' in task ? verifySync(task.known, password) : hashSync(password, task.parameters),
    };
  } catch (failure) {
    return { number, failure };
  }
}

/** Only Linux has priorities per thread; elsewhere this would slow down the whole process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // Permission was denied: hashing keeps the normal priority.
  }
}

if (workerData === ROLE) {
  lowerPriority();
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(respondTo(request)));
}
