import type { Account } from '../../domain/accounts/account.ts';
import type { RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { KeySealing } from '../ports/secrets.ts';
import type { RotateKey } from './rotate-key.ts';

/** Replaces the key of an account whose owner has signed in, if it was lost with its keyring. */
export class ReplaceLostKey {
  constructor(
    private readonly sealing: Pick<KeySealing, 'isLost'>,
    private readonly rotateKey: Pick<RotateKey, 'execute'>,
  ) {}

  /** True if the owner has a new key. A concurrent sign-in may have issued it. */
  async execute({ id, key }: Account, origin: RotationOrigin): Promise<boolean> {
    if (!(await this.sealing.isLost(key.sealed))) return false;
    await this.rotateKey.execute(id, key.digest, origin);
    return true;
  }
}
