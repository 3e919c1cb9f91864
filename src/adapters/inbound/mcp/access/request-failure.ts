import type { Problem } from '../../../../domain/problem.ts';

/** An error as the HTTP API reports it. */
export interface ErrorBody {
  /** A sentence for people. */
  readonly error: string;
  /** The code of the error, for programs. */
  readonly code: string;
  readonly details?: readonly Problem[] | undefined;
  readonly requestId?: string | undefined;
}

/** Thrown by `PromptAccess` when a request is rejected or cannot be served. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  constructor(
    /** Status of the HTTP API: below 500, the request was at fault. */
    readonly status: number,
    readonly body: ErrorBody,
    /** Message for clients that show one line. */
    message: string = body.error,
  ) {
    super(message);
  }
}
