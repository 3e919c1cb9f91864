import type { Clock } from '../../../../application/ports/environment.ts';
import type { ImportSource } from '../../../../application/prompts/import-export/imported-prompt.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type Gate, KeyedLimiter } from '../../../limits/keyed-limiter.ts';
import { busy, Rejection } from '../../http/errors/rejection.ts';
import { IMPORT_LIMITS } from '../../http/limits/http-limits.ts';
import type { ImportChecking, ImportForm } from '../prompts/operations/transfer-document.ts';
import { checkImport } from './check-import.ts';
import { ImportThread } from './import-thread.ts';

/** Checking this much takes a few milliseconds, less than starting a thread. */
const INLINE_BYTES_MAX = 128 * 1024;

/** Checks the texts of imports without blocking other requests for long. */
export class ImportChecks implements ImportChecking {
  constructor(
    private readonly clock: Clock,
    private readonly gate: Gate<string> = new KeyedLimiter(IMPORT_LIMITS),
  ) {}

  /** Runs `work` with the prompts of a valid text. Throws a rejection for any other, and when too many others wait. */
  async use<Result>(
    account: AccountId,
    bytes: Uint8Array,
    form: ImportForm,
    work: (sources: readonly ImportSource[]) => Promise<Result>,
  ): Promise<Result> {
    if (bytes.length <= INLINE_BYTES_MAX) return work(checkInline(bytes, form, this.clock.now()));
    if (!(await this.gate.enter(account))) throw busy();
    const thread = new ImportThread();
    try {
      const heads = await thread.check(bytes, form, this.clock.now());
      return await work(heads.map((head, index) => ({ head, read: () => thread.read(index) })));
    } finally {
      await thread.close();
      this.gate.leave(account);
    }
  }
}

function checkInline(bytes: Uint8Array, form: ImportForm, now: Date): readonly ImportSource[] {
  const checked = checkImport(bytes, form, now);
  if (checked.kind === 'valid') return checked.prompts.map(({ head, prompt }) => ({ head, read: async () => prompt }));
  throw new Rejection(checked.code, checked.extras);
}
