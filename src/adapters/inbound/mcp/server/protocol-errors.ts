import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type ErrorBody, RequestFailure } from '../access/request-failure.ts';
import type { RequestScope } from '../access/request-scope.ts';

/** The body of an error, with the id of the request. */
export const toBody = ({ body }: RequestFailure, requestId: string | undefined): ErrorBody => ({
  ...body,
  ...(requestId !== undefined && { requestId }),
});

/** A failure that is not the client's fault has only its code: the rest is in the log. */
function toProtocolError(failure: RequestFailure, requestId: string | undefined): ProtocolError {
  const { status, body } = failure;
  if (status >= 500) return new ProtocolError(ProtocolErrorCode.InternalError, body.error, { code: body.code });
  const code = status === BUSY ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, describe(failure), toBody(failure, requestId));
}

const BUSY = 429;

/** Clients that show nothing but the message show the code of this error, too. */
const describe = ({ message, body }: RequestFailure): string =>
  body.code === 'render_too_large' ? `${body.code}: ${message}` : message;

/** Runs a request, with its failures as errors of the protocol. */
export async function withProtocolErrors<Result>(
  scope: RequestScope,
  run: (scope: RequestScope) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(scope);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw toProtocolError(error instanceof RequestFailure ? error : scope.toFailure(error), scope.requestId);
  }
}
