/** A finished request. No field is chosen by the client, so that each can be a label of a series. */
export interface EndedRequest {
  readonly method: string;
  /** Its template; `none` if no route matched. */
  readonly route: string;
  readonly status: number;
  /** The `code` of the response, if it was an error. */
  readonly code: string | undefined;
  readonly seconds: number;
}

/** Notified when a request begins and when it ends: response sent, or client gone and the work for it done. */
export interface RequestObserver {
  requestBegan(): void;
  requestEnded(request: EndedRequest): void;
}

/** How much work of a limited kind is in progress, or waits for a free slot. */
export interface WorkLoad {
  readonly runningCount: number;
  readonly waitingCount: number;
}
