import { invariant } from '../../../domain/invariant.ts';
import { PROMPT_ID_PATTERN, type PromptId } from '../../../domain/naming/prompt-name.ts';
import { callInterfaces } from '../../../domain/usage/caller.ts';
import type { ClientName } from '../../../domain/usage/client-name.ts';
import { REFUSED_CALL_ID_PATTERN, type RefusedCall, type RefusedCallId } from '../../../domain/usage/refused-call.ts';
import { moment, nullableText, text, type UnreadRow, whole } from './row-fields.ts';
import type { RowOf } from './transfer-row.ts';

/** The row of a refused call, in every backend. */
export const toRefusedCallRow = (call: RefusedCall): RowOf<'refusedCall'> => ({
  id: call.id,
  at: call.at.getTime(),
  route: call.route,
  status: call.status,
  code: call.code ?? null,
  request_id: call.requestId,
  via: call.via,
  client: call.client ?? null,
  address: call.address ?? null,
  prompt_id: call.promptId ?? null,
});

export function fromRefusedCallRow(row: UnreadRow): RefusedCall {
  const [id, promptId] = [text(row, 'id'), nullableText(row, 'prompt_id')];
  invariant(REFUSED_CALL_ID_PATTERN.test(id), 'a stored refused call has the id of one');
  invariant(promptId === null || PROMPT_ID_PATTERN.test(promptId), 'a refused call was about a prompt, or about none');
  const via = callInterfaces.find((each) => each === row['via']);
  invariant(via !== undefined, 'a refused call came through a known interface');
  return {
    id: id as RefusedCallId,
    at: moment(row, 'at'),
    route: text(row, 'route'),
    status: whole(row, 'status'),
    code: nullableText(row, 'code') ?? undefined,
    requestId: text(row, 'request_id'),
    via,
    client: (nullableText(row, 'client') as ClientName | null) ?? undefined,
    address: nullableText(row, 'address') ?? undefined,
    promptId: (promptId as PromptId | null) ?? undefined,
  };
}
