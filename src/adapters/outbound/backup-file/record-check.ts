import { DamagedBackup } from '../../../application/ports/backup-file.ts';
import { isCommon, recordKinds } from '../../../application/ports/storage-transfer.ts';
import { fromAccountRow } from '../rows/account-row.ts';
import { fromMoveRow, fromPromptRow, fromVersionRow } from '../rows/prompt-row.ts';
import { fromRotationRow } from '../rows/rotation-row.ts';
import type { TransferRow } from '../rows/transfer-row.ts';

/** Whether records can be kept, each by itself and in the order in which they come. */
export class RecordCheck {
  private readonly counts = new Map<string, number>();
  private accountId = '';
  private promptId = '';

  add(record: TransferRow): void {
    this.counts.set(record.kind, (this.counts.get(record.kind) ?? 0) + 1);
    this.checkPlace(record);
    checkValues(record);
  }

  end(counts: Readonly<Record<string, number>>): void {
    const differing = recordKinds.filter((kind) => (this.counts.get(kind) ?? 0) !== (counts[kind] ?? 0));
    if (differing.length > 0) throw new DamagedBackup(`not as many ${differing.join(', ')} records as it says`);
  }

  /** Accounts by their ids, and what belongs to one behind it; so for prompts. */
  private checkPlace(record: TransferRow): void {
    if (record.kind === 'account') {
      if (record.id <= this.accountId) throw new DamagedBackup('accounts are not in order');
      this.accountId = record.id;
      this.promptId = '';
      return;
    }
    if (isCommon(record) !== (this.accountId === '')) throw new DamagedBackup(`a ${record.kind} is out of place`);
    if (record.kind === 'prompt') {
      if (record.id <= this.promptId) throw new DamagedBackup('prompts are not in order');
      this.promptId = record.id;
    }
    const belongs = 'prompt_id' in record && record.kind !== 'read';
    if (belongs && record.prompt_id !== this.promptId) throw new DamagedBackup(`a ${record.kind} is out of place`);
  }
}

/** As strictly as when it is read from a storage. */
function checkValues(record: TransferRow): void {
  switch (record.kind) {
    case 'account':
      fromAccountRow(record);
      break;
    case 'rotation':
      fromRotationRow(record);
      break;
    case 'prompt':
      fromPromptRow({ ...record, account_id: '', labels: '{}' });
      break;
    case 'version':
      fromVersionRow(record);
      break;
    case 'move':
      fromMoveRow(record);
  }
}
