import type { ErrorShape } from '../http/errors/error-shape.ts';
import type { Rejection } from '../http/errors/rejection.ts';

/** Their clients take any 4xx but these for a failure of their own. */
const OWN_STATUSES = new Set([404, 405, 408, 429]);

const NAMES: Readonly<Record<number, string>> = {
  400: 'InvalidRequestError',
  404: 'LangfuseNotFoundError',
  405: 'MethodNotAllowedError',
  408: 'RequestTimeoutError',
  429: 'RateLimitError',
};

const statusOf = ({ status }: Rejection): number => (status >= 500 || OWN_STATUSES.has(status) ? status : 400);

/** `{message, error, code, requestId}`. Clients show the message, so that it also names the code and the details. */
export const langfuseErrors: ErrorShape = {
  statusOf,
  bodyOf: (rejection, requestId) => {
    const status = statusOf(rejection);
    const { code, extras } = rejection;
    return {
      message: status === 400 ? describe(rejection) : rejection.sentence,
      error: NAMES[status] ?? 'InternalServerError',
      code,
      details: extras.details,
      requestId,
    };
  },
};

/** The sentence names the first details, and their number. */
const describe = ({ code, sentence }: Rejection): string => `${code}: ${sentence}`;
