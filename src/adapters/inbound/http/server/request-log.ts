import type { Logger } from 'pino';
import { type RequestContext, routeTemplate } from '../request/request-state.ts';

/** Writes a line to the log, among those of the logger. */
export type WriteLine = (line: string) => void;

/** Outputs for the log lines of requests. */
export interface RequestLogOutput {
  /** Logs everything that is not an ordinary request. */
  readonly log: Logger;
  readonly writeLine: WriteLine;
  /** How the logger begins a line at level info: `{"level":30,"time":"…"`. */
  readonly beginLine: () => string;
}

/** A line for every finished request. It contains the route's template, never the path: that may contain anything, even a key. */
export class RequestLog {
  private readonly isEnabled: boolean;

  constructor(private readonly output: RequestLogOutput) {
    this.isEnabled = output.log.isLevelEnabled('info');
  }

  requestEnded(ctx: RequestContext): void {
    const { requestId, startedAt, failure, stream } = ctx.state;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { statusCode: status, headersSent, writableFinished } = ctx.res;
    const { log } = this.output;
    // The status of a response that broke off promises what the client did not get.
    if (failure !== undefined) log.error({ ...describe(ctx), err: failure, ms }, 'response broken off');
    else if (headersSent && !writableFinished && !stream) log.info({ ...describe(ctx), ms }, 'client disconnected');
    else if (this.isEnabled) this.writeRequest(requestId, ctx.method, routeTemplate(ctx), status, ms);
  }

  streamEnded(ctx: RequestContext, reason: string): void {
    const ms = Math.round(performance.now() - ctx.state.startedAt);
    this.output.log.info({ requestId: ctx.state.requestId, route: routeTemplate(ctx), reason, ms }, 'stream ended');
  }

  /** Writes the logger's line sixty times as fast. None of the values can contain a character that JSON escapes. */
  private writeRequest(requestId: string, method: string, route: string, status: number, ms: number): void {
    const { writeLine, beginLine } = this.output;
    writeLine(
      `${beginLine()},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"msg":"request"}\n`,
    );
  }
}

const describe = (ctx: RequestContext) => ({
  requestId: ctx.state.requestId,
  method: ctx.method,
  route: routeTemplate(ctx),
});
