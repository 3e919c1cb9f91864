import { invariant } from '../../../domain/invariant.ts';
import { LABEL_PATTERN, type Label } from '../../../domain/naming/label.ts';
import { PROMPT_ID_PATTERN, type PromptId } from '../../../domain/naming/prompt-name.ts';
import {
  CALLER_ID_PATTERN,
  type Caller,
  type CallerId,
  interfaceBits,
  interfacesOf,
  type LabelRead,
} from '../../../domain/usage/caller.ts';
import type { ClientName } from '../../../domain/usage/client-name.ts';
import { moment, text, type UnreadRow, whole } from './row-fields.ts';
import type { RowOf } from './transfer-row.ts';

/** The row of a caller, in every backend. Its label reads are rows of their own. */
export const toCallerRow = (caller: Caller): RowOf<'caller'> => ({
  caller_id: caller.id,
  name: caller.name,
  address: caller.address,
  interfaces: interfaceBits(caller.interfaces),
  first_seen: caller.firstSeen.getTime(),
  last_seen: caller.lastSeen.getTime(),
  calls: caller.calls,
  labels_evicted: caller.labelsEvicted ? 1 : 0,
});

export function fromCallerRow(row: UnreadRow): Omit<Caller, 'labels'> {
  const id = text(row, 'caller_id');
  invariant(CALLER_ID_PATTERN.test(id), 'a stored caller has the id of one');
  return {
    id: id as CallerId,
    name: text(row, 'name') as ClientName,
    address: text(row, 'address'),
    interfaces: interfacesOf(whole(row, 'interfaces')),
    firstSeen: moment(row, 'first_seen'),
    lastSeen: moment(row, 'last_seen'),
    calls: whole(row, 'calls'),
    labelsEvicted: whole(row, 'labels_evicted') === 1,
  };
}

export const toServedRow = (callerId: string, { promptId, label, version, at }: LabelRead): RowOf<'served'> => ({
  caller_id: callerId,
  prompt_id: promptId ?? '',
  label,
  version: version ?? null,
  at: at.getTime(),
});

export function fromServedRow(row: UnreadRow): LabelRead {
  const [id, label] = [text(row, 'prompt_id'), text(row, 'label')];
  invariant(id === '' || PROMPT_ID_PATTERN.test(id), 'a caller was served a prompt or a list');
  invariant(LABEL_PATTERN.test(label), 'a stored label has the form of one');
  return {
    promptId: id === '' ? undefined : (id as PromptId),
    label: label as Label,
    version: id === '' ? undefined : whole(row, 'version'),
    at: moment(row, 'at'),
  };
}
