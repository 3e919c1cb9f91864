import type {
  SendOutcome,
  WebhookRequest,
  WebhookSender,
} from '../../../src/application/ports/webhooks/webhook-sender.ts';

export const ACCEPTED: SendOutcome = { kind: 'responded', status: 204, response: '', retryAfter: undefined };
export const REFUSED: SendOutcome = { kind: 'responded', status: 500, response: 'no', retryAfter: undefined };

/** Responds as it is told, at once or when the test says so. */
export class FakeSender implements WebhookSender {
  readonly requests: WebhookRequest[] = [];
  respond: (request: WebhookRequest) => SendOutcome | Promise<SendOutcome> = () => ACCEPTED;
  inFlight = 0;
  inFlightMax = 0;
  private readonly waiting: { readonly request: WebhookRequest; readonly finish: (outcome: SendOutcome) => void }[] =
    [];

  async send(request: WebhookRequest, { signal }: { readonly signal?: AbortSignal }): Promise<SendOutcome> {
    this.requests.push(request);
    this.inFlight += 1;
    this.inFlightMax = Math.max(this.inFlightMax, this.inFlight);
    const interrupted = new Promise<SendOutcome>((resolve) =>
      signal?.addEventListener('abort', () => resolve({ kind: 'interrupted' })),
    );
    try {
      return await Promise.race([this.respond(request), interrupted]);
    } finally {
      this.inFlight -= 1;
    }
  }

  /** From now on, requests wait for `finish`. */
  hold(): void {
    this.respond = (request) => new Promise((finish) => this.waiting.push({ request, finish }));
  }

  /** Ends the requests that wait now. */
  finish(outcome: SendOutcome = ACCEPTED, matches: (request: WebhookRequest) => boolean = () => true): void {
    for (const each of this.waiting.splice(0)) {
      if (matches(each.request)) each.finish(outcome);
      else this.waiting.push(each);
    }
  }
}
