import { describe, expect, it } from 'vitest';
import { toAccountRow } from '../../../src/adapters/outbound/rows/account-row.ts';
import { toChangeRow } from '../../../src/adapters/outbound/rows/change-row.ts';
import { toTransferRow } from '../../../src/adapters/outbound/rows/transfer-row.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { CHANGES_PER_ACCOUNT_MAX } from '../../../src/domain/changes/change.ts';
import { BEGINNING } from '../../support/builders/a-feed.ts';
import { aHash, aName, anId, noon } from '../../support/builders/a-prompt.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { backends, type StoragePorts } from '../../support/storage/backends.ts';

const SURPLUS = 1234;
const TOTAL = CHANGES_PER_ACCOUNT_MAX + SURPLUS;
const BATCH = 500;

/** An account whose feed has more changes than are stored for long, all of them new. */
async function anAccountWithManyChanges({ writer }: StoragePorts): Promise<AccountId> {
  const account = anAccount();
  const accountRecord = toTransferRow('account', {
    ...toAccountRow(account),
    rotations: 0,
    prompts_revision: TOTAL,
    last_used_at: null,
  });
  const data = { promptId: anId(), name: aName(), hash: aHash(), message: '', restoredFrom: null, by: 'api' } as const;
  const changeAt = (revision: number) =>
    toTransferRow('change', {
      ...toChangeRow({
        revision,
        n: 1,
        at: noon(revision),
        type: 'version.published',
        data: { ...data, version: revision },
      }),
    });
  const write = (records: Parameters<typeof writer.write>[0]['records'], until: number) =>
    writer.write({ accountId: account.id, records, until, retentionDays: 90 });

  await writer.begin('a test');
  await write([accountRecord], 1);
  for (let first = 1; first <= TOTAL; first += BATCH) {
    const count = Math.min(BATCH, TOTAL - first + 1);
    await write(
      Array.from({ length: count }, (_, index) => changeAt(first + index)),
      first + count,
    );
  }
  await writer.finish();
  return account.id;
}

describe.each(backends)('$name', ({ createStorage }) => {
  it('deletes the oldest changes beyond the most that an account may have', { timeout: 600_000 }, async () => {
    const storage = await createStorage();
    const ports = await storage.connect();
    const owner = await anAccountWithManyChanges(ports);
    const { changes } = ports.prompts;

    await changes.deleteBefore(noon());

    expect(await changes.after(owner, BEGINNING, 1)).toMatchObject({
      oldest: { revision: SURPLUS + 1, n: 1 },
      changes: [{ revision: SURPLUS + 1 }],
    });
    const { changes: newest } = await changes.latest(owner, { limit: 1 });
    expect(newest).toMatchObject([{ revision: TOTAL }]);
    const last = { revision: TOTAL - 1, n: 1 };
    expect((await changes.after(owner, last, 10)).changes).toHaveLength(1);
    await ports.close();
    await storage.dispose();
  });
});
