import recorded from './recorded-examples.json' with { type: 'json' };

/** A request and the response to it, as recorded by test/system/documentation/api-examples.test.ts. */
export interface RecordedExample {
  /** The id of the operation. */
  readonly operation: string;
  /** Parameters of the path, the query and the headers, by their names. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: RecordedBody;
  readonly status: number;
  readonly response?: RecordedBody;
}

export interface RecordedBody {
  readonly type: string;
  /** Parsed, if the type is JSON. */
  readonly value: unknown;
}

/** The first example of each operation is the one to read; all are in the OpenAPI document. */
export const recordedExamples: readonly RecordedExample[] = recorded;
