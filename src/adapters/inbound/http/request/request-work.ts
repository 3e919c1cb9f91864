import type { Work } from '../../../../application/work.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { Rejection } from '../errors/rejection.ts';
import type { HeavyWorkGate } from '../limits/heavy-work-gate.ts';
import type { AccountState, RequestContext } from './request-state.ts';

/** The work for one request. Its signal is created only when it is needed: most requests end before they need one. */
export class RequestWork implements Work {
  #controller: AbortController | undefined;
  #reason: Rejection | undefined;

  private constructor(
    private readonly account: AccountId,
    private readonly gate: HeavyWorkGate,
  ) {}

  /** Aborted by whatever ends the request: see `RequestState.work`. */
  static of(ctx: RequestContext<AccountState>, gate: HeavyWorkGate): RequestWork {
    const work = new RequestWork(ctx.state.account.id, gate);
    ctx.state.work = work;
    // The client may have disconnected before the work began.
    if (ctx.res.closed) work.abort(new Rejection('client_gone'));
    return work;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  abort(reason: Rejection): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }

  heavy<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.gate.run(this.account, this.signal, run);
  }

  /** Produces each item as heavy work. Holds no slot while the client reads. */
  async *produce<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
    const iterator = items[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.gate.resume(this.account, this.signal, () => iterator.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}
