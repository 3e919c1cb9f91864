/** A request that is over. Nothing in it is the caller's own word, so that it can name a series. */
export interface EndedRequest {
  readonly method: string;
  /** Its template; `none` when there is no such route. */
  readonly route: string;
  readonly status: number;
  /** The `code` of the answer, where it was a refusal. */
  readonly code: string | undefined;
  readonly seconds: number;
}

/** Is told of every request, at its beginning and when its answer is out, or its client gone and the work for it done. */
export interface RequestObserver {
  requestBegan(): void;
  requestEnded(request: EndedRequest): void;
}

/** What is counted, for whoever comes to read it. */
export interface HttpMetrics extends RequestObserver {
  readonly contentType: string;
  text(): Promise<string>;
}
