import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';

export class ListProtectedLabels {
  constructor(private readonly protection: ProtectedLabels) {}

  execute(owner: AccountId): Promise<readonly Label[]> {
    return this.protection.read(owner);
  }
}
