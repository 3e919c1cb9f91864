/** One problem in detail. The path consists of names and indexes. */
export interface ErrorDetail {
  readonly path: string;
  readonly problem: string;
  /** For people; absent where the problem says everything. */
  readonly message?: string | undefined;
}

/** Fields that the service reported besides its message. */
export interface ErrorFields {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
}

/** Everything that this package throws. Its message and fields never contain the key. */
export class PromptholdError extends Error {
  override readonly name: string = 'PromptholdError';
  /** Code of the service, such as `label_protected`, or of this package, such as `configuration`. */
  readonly code: string;
  /** The HTTP status, if there was a response. */
  readonly status?: number;
  /** Identifies the request in the log of the service. */
  readonly requestId?: string;
  readonly details?: readonly ErrorDetail[];

  constructor(code: string, message: string, { status, requestId, details }: ErrorFields = {}) {
    super(message);
    this.code = code;
    if (status !== undefined) this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    if (details !== undefined) this.details = details;
  }
}

/** There is no such prompt, label or version; `code` states which. */
export class PromptNotFound extends PromptholdError {
  override readonly name = 'PromptNotFound';
}

/** The service does not accept the key. */
export class Unauthorized extends PromptholdError {
  override readonly name = 'Unauthorized';
}

/** The service cannot be reached, or cannot respond at the moment. */
export class Unavailable extends PromptholdError {
  override readonly name = 'Unavailable';
}

export interface VariableProblem {
  readonly path: string;
  readonly problem: 'missing' | 'unknown' | 'type' | 'enum';
  /** The rest of a sentence that begins with the path, if there is more to say. */
  readonly message?: string | undefined;
}

/** Values do not fit the variables of a prompt. */
export class PromptVariablesError extends PromptholdError {
  override readonly name = 'PromptVariablesError';
  readonly problems: readonly VariableProblem[];

  constructor(message: string, problems: readonly VariableProblem[]) {
    super('variables_invalid', message, { details: problems });
    this.problems = problems;
  }
}
