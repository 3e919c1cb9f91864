import { type ClientRequest, type IncomingMessage, type RequestOptions, request as sendPlain } from 'node:http';
import type {
  SendLimits,
  SendOutcome,
  WebhookRequest,
  WebhookSender,
} from '../../../application/ports/webhooks/webhook-sender.ts';
import type { Responded } from '../../../domain/webhooks/attempt-outcome.ts';
import { DELIVERY_RESPONSE_BYTES_MAX } from '../../../domain/webhooks/webhook-delivery.ts';
import type { CheckedTargets } from './checked-targets.ts';
import { describeSendProblem } from './describe-send-problem.ts';
import { hostOf } from './permitted-addresses.ts';
import { signWebhook } from './sign-webhook.ts';

/** The status is what counts: a body that does not end is cut. */
const BODY_MS = 2000;

/** Opens a connection for every request, and never follows a redirect. */
export class HttpWebhookSender implements WebhookSender {
  constructor(
    private readonly targets: CheckedTargets,
    private readonly version: string,
  ) {}

  async send(request: WebhookRequest, { timeoutMs, signal }: SendLimits): Promise<SendOutcome> {
    // Not AbortSignal.any: the signal lives as long as the process, and would collect one that depends on it for each request.
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener('abort', end);
    try {
      signal?.throwIfAborted();
      const url = new URL(request.url);
      this.targets.checkLiteral(hostOf(url));
      // Loaded when it is needed: most services have no webhooks.
      const send = url.protocol === 'https:' ? (await import('node:https')).request : sendPlain;
      return await exchange(send(url, this.optionsFor(request, ending.signal)), request.body);
    } catch (error) {
      if (signal?.aborted) return { kind: 'interrupted' };
      const tooLate = `no response within ${timeoutMs / 1000} seconds`;
      return { kind: 'unreachable', error: ending.signal.aborted ? tooLate : describeSendProblem(error) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  private optionsFor(request: WebhookRequest, signal: AbortSignal): RequestOptions {
    return {
      method: 'POST',
      // No connection outlives its request: receivers are many, and each is called rarely.
      agent: false,
      lookup: this.targets.lookupFor(request.owner),
      signal,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(request.body),
        'User-Agent': `Prompthold/${this.version}`,
        ...signWebhook(request, request.secrets),
      },
    };
  }
}

/** Rejects if there is no response. */
function exchange(outgoing: ClientRequest, body: string): Promise<Responded> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      readBeginning(response).then((text) => {
        outgoing.destroy();
        const { statusCode: status = 0, headers } = response;
        resolve({ kind: 'responded', status, response: text, retryAfter: headers['retry-after'] });
      });
    });
    outgoing.end(body);
  });
}

/** As much as is stored, or as arrives until the body ends, breaks off or takes too long. Never rejects. */
function readBeginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      resolve(toStoredText(Buffer.concat(chunks)));
    };
    const timer = setTimeout(finish, BODY_MS);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= DELIVERY_RESPONSE_BYTES_MAX) finish();
    });
    response.on('end', finish).on('error', finish).on('close', finish);
  });
}

/** Text that every storage takes: at most the maximum in UTF-8, without NUL and broken characters. */
function toStoredText(bytes: Buffer): string {
  const text = bytes.subarray(0, DELIVERY_RESPONSE_BYTES_MAX).toString('utf8').replaceAll('\0', '\u{FFFD}');
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(DELIVERY_RESPONSE_BYTES_MAX));
  return text.slice(0, read);
}
