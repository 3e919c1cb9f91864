import { setPriority } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** What a thread is asked for: a hash, or whether a password fits one. */
type Task =
  | { readonly password: string; readonly parameters: Options }
  | { readonly password: string; readonly known: string };
type Question = { readonly number: number; readonly task: Task };
type Answer = { readonly number: number } & ({ readonly result: string | boolean } | { readonly failure: unknown });

/** Marks the threads that this file starts, as which it then runs itself. */
const ROLE = 'prompthold-hashing';
/** How far behind: where both want the same core, a request gets nine tenths of it. */
const NICENESS = 10;

/**
 * A thread that does nothing but hash, behind everything else this process has to do.
 * In Node's own threads, hashing would be as urgent as the requests that need no password.
 */
export class HashingThread {
  private readonly program: URL;
  private worker: Worker | undefined;
  private asked = 0;
  private readonly waiting = new Map<number, PromiseWithResolvers<string | boolean>>();

  /** Assigned by hand: this file runs as it is, also where only types are taken out of it. */
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
    const answer = Promise.withResolvers<string | boolean>();
    this.asked += 1;
    this.waiting.set(this.asked, answer);
    this.worker ??= this.start();
    // The process stays for an answer that somebody waits for, and for nothing else.
    this.worker.ref();
    this.worker.postMessage({ number: this.asked, task } satisfies Question);
    return answer.promise;
  }

  private start(): Worker {
    const worker = new Worker(this.program, { workerData: ROLE, name: ROLE });
    worker.on('message', (answer: Answer) => {
      const waiting = this.waiting.get(answer.number);
      this.waiting.delete(answer.number);
      if (this.waiting.size === 0) worker.unref();
      if ('failure' in answer) waiting?.reject(answer.failure);
      else waiting?.resolve(answer.result);
    });
    worker.on('error', (error) => this.giveUp(error));
    return worker;
  }

  /** Whoever waits learns that the thread is gone; whoever comes next gets a new one. */
  private giveUp(error: unknown): void {
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

function answerTo({ number, task }: Question): Answer {
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

/** Linux alone knows how urgent a single thread is; elsewhere this would hold back the whole process. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // Where it is not allowed, hashing is as urgent as everything else.
  }
}

if (workerData === ROLE) {
  stepBack();
  parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)));
}
