/** One problem of a request. A newer service may report codes that this release does not know. */
export interface FailureDetail {
  readonly path: string;
  readonly problem: string;
  readonly message: string;
}

/** An error as the HTTP API reports it. */
export interface ErrorBody {
  /** A sentence for people. */
  readonly error: string;
  /** The code of the error, for programs. */
  readonly code: string;
  readonly details?: readonly FailureDetail[] | undefined;
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
