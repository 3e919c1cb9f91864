import { DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import { isCommon, type RecordKind, recordKinds } from '../../../application/ports/storage/storage-transfer.ts';
import { invariant } from '../../../domain/invariant.ts';
import { labelProblem } from '../../../domain/naming/label.ts';
import { fromAccountRow } from '../rows/account-row.ts';
import { fromCallerRow, fromServedRow } from '../rows/caller-row.ts';
import { fromChangeRow } from '../rows/change-row.ts';
import { fromPromptCallRow } from '../rows/prompt-call-row.ts';
import { fromMoveRow, fromPromptRow, fromVersionRow } from '../rows/prompt-row.ts';
import { fromRefusedCallRow } from '../rows/refused-call-row.ts';
import { parseLabelLock } from '../rows/release-row.ts';
import { fromRotationRow } from '../rows/rotation-row.ts';
import { text, type UnreadRow } from '../rows/row-fields.ts';
import type { TransferRow } from '../rows/transfer-row.ts';
import { fromWebhookRow } from '../rows/webhook-row.ts';

/** Records of these kinds may be about prompts that were deleted since. */
const USAGE_KINDS: readonly RecordKind[] = ['change', 'read', 'promptCall', 'served', 'refusedCall'];

/** Checks that records can be stored: the values of each, their order and their counts. */
export class RecordCheck {
  private readonly counts = new Map<string, number>();
  private accountId = '';
  private promptId = '';

  add(row: TransferRow): void {
    this.counts.set(row.kind, (this.counts.get(row.kind) ?? 0) + 1);
    this.checkOrder(row);
    readers[row.kind]?.(row, this.accountId);
  }

  end(counts: Readonly<Record<string, number>>): void {
    const differing = recordKinds.filter((kind) => (this.counts.get(kind) ?? 0) !== (counts[kind] ?? 0));
    if (differing.length > 0) throw new DamagedBackup(`not as many ${differing.join(', ')} records as it says`);
  }

  /** Accounts come by id, each followed by its own records; so do the prompts of an account. */
  private checkOrder(row: TransferRow): void {
    if (row.kind === 'account') {
      if (row.id <= this.accountId) throw new DamagedBackup('accounts are not in order');
      this.accountId = row.id;
      this.promptId = '';
      return;
    }
    if (isCommon(row) !== (this.accountId === '')) throw new DamagedBackup(`a ${row.kind} is out of place`);
    if (row.kind === 'prompt') {
      if (row.id <= this.promptId) throw new DamagedBackup('prompts are not in order');
      this.promptId = row.id;
    }
    const isPromptPart = 'prompt_id' in row && !USAGE_KINDS.includes(row.kind);
    if (isPromptPart && row.prompt_id !== this.promptId) throw new DamagedBackup(`a ${row.kind} is out of place`);
  }
}

/** Each throws for values that could not be read from a storage. The other kinds have no such values. */
const readers: Partial<Record<RecordKind, (row: UnreadRow, account_id: string) => unknown>> = {
  account: fromAccountRow,
  rotation: fromRotationRow,
  protection: (row) => invariant(labelProblem(text(row, 'label')) === undefined, 'a protected label is a label'),
  webhook: (row, account_id) => fromWebhookRow({ ...row, account_id }),
  prompt: (row) => fromPromptRow({ ...row, account_id: '', labels: '{}' }),
  version: fromVersionRow,
  move: fromMoveRow,
  label: ({ lock, version }) => parseLabelLock(lock as string | null, Number(version)),
  change: fromChangeRow,
  caller: fromCallerRow,
  served: fromServedRow,
  promptCall: fromPromptCallRow,
  refusedCall: fromRefusedCallRow,
};
