import type { IdempotentResponses } from '../../../../application/ports/idempotent-responses.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { invariant } from '../../../../domain/invariant.ts';
import { BODY_BYTES_MAX, receiveBody } from '../body/read-json.ts';
import { detailsOf } from '../errors/describe-problems.ts';
import { inProgress, invalid, Rejection, tooManyKeptResponses } from '../errors/rejection.ts';
import { DailyBytes } from '../limits/daily-bytes.ts';
import type { GuardedState, RequestContext } from '../request/request-state.ts';
import type { Handle } from './route.ts';

/** The longest idempotency key. Any visible ASCII characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/** Limits the kept responses of one account in a day of this process. Programs create far less. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** A response repeats the body of its request, and adds a little. */
const RESPONSE_BYTES = 2048;

/** The responses of all routes of a process, and how much of the day's limit each account has used. */
export interface KeptResponses {
  readonly responses: IdempotentResponses;
  readonly bytes: DailyBytes<AccountId>;
}

export const keepResponses = (responses: IdempotentResponses): KeptResponses => ({
  responses,
  bytes: new DailyBytes(KEPT_BYTES_MAX),
});

/**
 * Handles requests with an `Idempotency-Key` once: a repeated one gets the response of the first. Without the header, and
 * for people who are signed in to the dashboard, nothing changes.
 */
export function answerOnce(handle: Handle<GuardedState>, { responses, bytes }: KeptResponses): Handle<GuardedState> {
  return (ctx) => {
    const header = ctx.req.headers['idempotency-key'];
    return header === undefined ? handle(ctx) : handleRepeatable(String(header));

    async function handleRepeatable(idempotencyKey: string): Promise<void> {
      if (!IDEMPOTENCY_KEY.test(idempotencyKey)) throw INVALID_KEY;
      const { account, key: credential } = ctx.state;
      const body = await receiveBody(ctx, BODY_BYTES_MAX);
      if (!bytes.add(account.id, body.length + RESPONSE_BYTES)) throw tooManyKeptResponses();
      const content = [ctx.method, ctx.url, body];
      const outcome = await responses.claim({ credential, idempotencyKey, content });
      if (outcome.kind === 'in-progress') throw inProgress();
      if (outcome.kind === 'reused') throw KEY_REUSED;
      if (outcome.kind === 'answered') return repeatResponse(ctx, outcome.response);
      let response: Uint8Array | undefined;
      try {
        await handle(ctx);
        response = responseOf(ctx);
      } finally {
        // A failure to change the claim hides no response: the claim ends by itself.
        await (response ? outcome.claim.complete(response) : outcome.claim.release()).catch(() => {});
      }
    }
  };
}

const INVALID_KEY = invalid([
  { path: 'Idempotency-Key', problem: 'malformed', text: 'must have 1 to 128 visible ASCII characters' },
]);

const USED = { path: 'Idempotency-Key', problem: 'duplicate', text: 'belongs to another request' } as const;
const KEY_REUSED = new Rejection('idempotency_key_reused', { details: detailsOf([USED]) });

interface KeptResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Undefined for a rejection that the handler responded with. */
function responseOf({ status, state: { response } }: RequestContext): Uint8Array | undefined {
  if (status >= 300) return undefined;
  invariant(response !== undefined, 'what was created is reported in one piece');
  const kept: KeptResponse = { status, headers: response.headers, body: String(response.body ?? '') };
  return Buffer.from(JSON.stringify(kept));
}

function repeatResponse(ctx: RequestContext<GuardedState>, bytes: Uint8Array): void {
  const { status, headers, body } = JSON.parse(Buffer.from(bytes).toString()) as KeptResponse;
  ctx.status = status;
  ctx.state.response = { headers, body };
  ctx.state.isRepeated = true;
}
