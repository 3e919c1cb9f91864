import type { Execution } from '../../../../application/ports/execution.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { Rejection } from '../errors/rejection.ts';
import type { HeavyWorkGate } from '../limits/heavy-work-gate.ts';
import type { AccountState, RequestContext } from './request-state.ts';

/** The execution of one request. Its signal is created only when it is needed: most requests end before they need one. */
export class RequestExecution implements Execution {
  #controller: AbortController | undefined;
  #reason: Rejection | undefined;

  private constructor(
    private readonly account: AccountId,
    private readonly gate: HeavyWorkGate,
  ) {}

  /** Aborted by whatever ends the request: see `RequestState.execution`. */
  static of(ctx: RequestContext<AccountState>): RequestExecution {
    const execution = new RequestExecution(ctx.state.account.id, ctx.state.limits.heavyWork);
    ctx.state.execution = execution;
    // The client may have disconnected before it began.
    if (ctx.res.closed) execution.abort(new Rejection('client_gone'));
    return execution;
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

  nextTurn(): Promise<void> {
    return this.gate.turns.next();
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
