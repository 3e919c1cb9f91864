import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ImportedHead, ImportedPrompt } from '../../../../application/prompts/import-export/imported-prompt.ts';
import type { ErrorCode } from '../../http/errors/error-codes.ts';
import { Rejection, type RejectionExtras } from '../../http/errors/rejection.ts';
import type { ImportForm } from '../prompts/operations/transfer-document.ts';
import { type CheckedImport, checkImport } from './check-import.ts';

/** The first order has the text to check. The others ask for a part of a prompt, beginning with a version and a move. */
type Order =
  | { readonly bytes: Uint8Array; readonly form: ImportForm; readonly now: Date }
  | { readonly prompt: number; readonly version: number; readonly move: number };

type CheckReply =
  | { readonly kind: 'valid'; readonly heads: readonly ImportedHead[] }
  | { readonly kind: 'rejected'; readonly code: ErrorCode; readonly extras: RejectionExtras };

/** Part of a prompt, as much as the main thread can take over without a noticeable pause. */
type PartReply = Omit<ImportedPrompt, 'versions'> & {
  readonly versions: readonly ImportedPrompt['versions'][number][];
  readonly isLast: boolean;
};

/** Marks the worker threads that this file starts, which run this same file. */
const ROLE = 'prompthold-import';
/** Enough for an import of 32 MiB; nobody else notices when it is exhausted. */
const MEMORY_MB_MAX = 256;
const PART_CHARACTERS = 512 * 1024;
const PART_MOVES_MAX = 1000;

/** Checks one import on a thread of its own, with limited memory, and hands over its prompts part by part. */
export class ImportThread {
  private readonly worker: Worker;

  constructor(memoryMbMax = MEMORY_MB_MAX) {
    const program = new URL(import.meta.url);
    this.worker = new Worker(program, {
      workerData: ROLE,
      name: ROLE,
      resourceLimits: { maxOldGenerationSizeMb: memoryMbMax },
      // Tests run the source, parts of which need more than the removal of types.
      execArgv: program.pathname.endsWith('.ts') ? TYPESCRIPT : [],
    });
    // `ask` reports errors; without a listener, one in between would end the process.
    this.worker.on('error', () => {});
  }

  /** Takes the bytes over: the caller cannot read them anymore. */
  async check(bytes: Uint8Array, form: ImportForm, now: Date): Promise<readonly ImportedHead[]> {
    const owned = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
    const reply = await this.ask<CheckReply>({ bytes: owned, form, now }, [owned.buffer as ArrayBuffer]);
    if (reply.kind === 'valid') return reply.heads;
    throw new Rejection(reply.code, reply.extras);
  }

  async read(prompt: number): Promise<ImportedPrompt> {
    const versions: PartReply['versions'][number][] = [];
    const moves: PartReply['moves'][number][] = [];
    for (;;) {
      const part = await this.ask<PartReply>({ prompt, version: versions.length, move: moves.length });
      versions.push(...part.versions);
      moves.push(...part.moves);
      const [first, ...others] = versions;
      if (part.isLast && first) return { ...part, versions: [first, ...others], moves };
    }
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private async ask<Reply>(order: Order, transferred: readonly ArrayBuffer[] = []): Promise<Reply> {
    this.worker.postMessage(order, transferred);
    try {
      const [reply] = await once(this.worker, 'message');
      return reply as Reply;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Rejection('body_too_large');
      throw error;
    }
  }
}

const TYPESCRIPT = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];

if (workerData === ROLE && parentPort) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  let checked: CheckedImport | undefined;
  port.on('message', (order: Order) => {
    if ('bytes' in order) {
      checked = checkImport(order.bytes, order.form, order.now);
      port.postMessage(toReply(checked));
    } else if (checked?.kind === 'valid') {
      const prompt = checked.prompts[order.prompt]?.prompt;
      if (prompt) port.postMessage(partOf(prompt, order.version, order.move));
    }
  });
}

const toReply = (checked: CheckedImport): CheckReply =>
  checked.kind === 'valid' ? { kind: 'valid', heads: checked.prompts.map(({ head }) => head) } : checked;

function partOf(prompt: ImportedPrompt, fromVersion: number, fromMove: number): PartReply {
  let toVersion = fromVersion;
  for (let characters = 0; toVersion < prompt.versions.length && characters < PART_CHARACTERS; toVersion += 1) {
    characters += JSON.stringify(prompt.versions[toVersion]).length;
  }
  const toMove = toVersion < prompt.versions.length ? fromMove : fromMove + PART_MOVES_MAX;
  return {
    ...prompt,
    versions: prompt.versions.slice(fromVersion, toVersion),
    moves: prompt.moves.slice(fromMove, toMove),
    isLast: toVersion >= prompt.versions.length && toMove >= prompt.moves.length,
  };
}
