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
import { describeSendProblem, SendProblem } from './describe-send-problem.ts';
import { hostOf } from './permitted-addresses.ts';
import { signWebhook } from './sign-webhook.ts';

/** The status is what counts: a body that does not end is cut. */
const BODY_MS = 2000;

/** Maximum per attempt. No receiver needs more, and each one costs time. */
const INTERIM_RESPONSES_MAX = 16;

/** Opens a connection for every request, and never follows a redirect. */
export class HttpWebhookSender implements WebhookSender {
  constructor(
    private readonly targets: CheckedTargets,
    private readonly version: string,
  ) {}

  async send(request: WebhookRequest, { timeoutMs, signal }: SendLimits): Promise<SendOutcome> {
    // AbortSignal.any does not fit: the signal lives as long as the process, and would collect one that depends on it
    // for each request.
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener('abort', end);
    try {
      signal?.throwIfAborted();
      const url = new URL(request.url);
      this.targets.checkLiteral(hostOf(url));
      // The HTTPS module is loaded when it is needed: most services have no webhooks.
      const send = url.protocol === 'https:' ? (await import('node:https')).request : sendPlain;
      return await exchange(send(url, this.optionsFor(request, ending.signal)), request.body, ending.signal);
    } catch (error) {
      if (signal?.aborted) return { kind: 'interrupted' };
      const tooLate = `no response within ${timeoutMs / 1000} seconds`;
      return { kind: 'unreachable', error: ending.signal.aborted ? tooLate : describeSendProblem(error) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  private optionsFor(request: WebhookRequest, ending: AbortSignal): RequestOptions {
    return {
      method: 'POST',
      // No connection outlives its request: receivers are many, and each is called rarely.
      agent: false,
      lookup: this.targets.lookupFor(request.owner, ending),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(request.body),
        'User-Agent': `Prompthold/${this.version}`,
        ...signWebhook(request, request.secrets),
      },
    };
  }
}

/**
 * Rejects if there is no response. Settles as soon as the signal is aborted, without waiting for an event of the
 * connection: there are connections that never emit one. Destroys the connection in any case.
 */
function exchange(outgoing: ClientRequest, body: string, ending: AbortSignal): Promise<Responded> {
  const ended = aborted(ending);
  const exchanged = new Promise<Responded>((resolve, reject) => {
    // Once there is a response, it decides: what the request reports afterwards has no effect.
    outgoing.on('response', (response) => {
      resolve(readBeginning(response, ended).then((text) => toResponded(response, text)));
    });
    // Without a listener, Node.js closes the connection, and the request emits neither a response nor an error.
    outgoing.on('upgrade', (response, socket) => {
      socket.on('error', () => {}).destroy();
      resolve(toResponded(response, ''));
    });
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim > INTERIM_RESPONSES_MAX) reject(new SendProblem('the receiver sent too many interim responses'));
    });
    outgoing.on('error', reject).on('close', () => reject(new SendProblem('the connection was closed')));
    void ended.then(() => reject(new SendProblem('the attempt was ended')));
    outgoing.end(body);
  });
  return exchanged.finally(() => outgoing.destroy());
}

const toResponded = ({ statusCode: status = 0, headers }: IncomingMessage, response: string): Responded => ({
  kind: 'responded',
  status,
  response,
  retryAfter: headers['retry-after'],
});

/** The promise never rejects. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });

/** Reads as much as is stored, or as arrives until the body ends, breaks off or takes too long. Never rejects. */
function readBeginning(response: IncomingMessage, ended: Promise<unknown>): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      resolve(toStoredText(Buffer.concat(chunks)));
    };
    const timer = setTimeout(finish, BODY_MS);
    void ended.then(finish);
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
