import { z } from 'zod';

/** Releases before 0.2 send no message. */
const refusalDetail = z.object({ path: z.string(), problem: z.string(), message: z.string().optional() });

export const printDetail = ({ path, problem, message = problem }: z.infer<typeof refusalDetail>): string =>
  message.includes(path) ? message : `${path}: ${message}`;

/** The body of a response that is not a success. */
export const refusal = z.object({
  error: z.string(),
  code: z.string().optional(),
  details: z.array(refusalDetail).optional(),
  requestId: z.string().optional(),
});

export type ApiRefusal = z.infer<typeof refusal>;

/** Fields that `--json` prints about a failure besides its sentence. */
interface FailureFields extends Partial<ApiRefusal> {
  /** The HTTP status; absent if there was no response. */
  readonly status?: number;
}

/** A call to the service failed. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly exitCode: 1 | 69,
    message: string,
    readonly fields: FailureFields = { code: 'unexpected_response' },
  ) {
    super(message);
  }

  /** The same failure with one more line for people. */
  withAdvice(advice: string): ApiFailure {
    return new ApiFailure(this.exitCode, `${this.message}\n${advice}`, { error: this.message, ...this.fields });
  }

  /** The failure as `--json` prints it: the fields of the response, if there was one. */
  toReport(): FailureFields {
    return { error: this.message, ...this.fields };
  }
}

/** The sentence of the service, and one line for each detail that it does not mention. */
export function describeRefusal({ error, details = [] }: ApiRefusal): string {
  // The empty path is that of the whole request.
  const others = details.filter(
    ({ path, message = '' }) => !error.includes(path) && !error.includes(message.slice(0, -1)),
  );
  return [error, ...others.map((detail) => `  ${printDetail(detail)}`)].join('\n');
}
