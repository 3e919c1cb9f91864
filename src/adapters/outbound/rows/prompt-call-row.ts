import { invariant } from '../../../domain/invariant.ts';
import { LABEL_PATTERN, type Label } from '../../../domain/naming/label.ts';
import type { PromptCallCount } from '../../../domain/usage/usage.ts';
import { text, type UnreadRow, whole } from './row-fields.ts';
import type { RowOf } from './transfer-row.ts';

/** The calls of a prompt in an hour, in every backend. */
export const toPromptCallRow = (count: PromptCallCount): RowOf<'promptCall'> => ({
  hour: count.hour,
  prompt_id: count.promptId,
  version: count.version ?? 0,
  label: count.label ?? '',
  served: count.served,
  failed: count.failed,
});

/** The row of any number of hours. */
export function fromPromptCallRow(row: UnreadRow): Omit<PromptCallCount, 'hour' | 'promptId'> {
  const [version, label] = [whole(row, 'version'), text(row, 'label')];
  invariant(label === '' || LABEL_PATTERN.test(label), 'a stored label has the form of one');
  return {
    version: version === 0 ? undefined : version,
    label: label === '' ? undefined : (label as Label),
    served: whole(row, 'served'),
    failed: whole(row, 'failed'),
  };
}
