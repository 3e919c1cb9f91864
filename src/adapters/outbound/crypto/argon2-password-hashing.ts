import type { Options } from '@node-rs/argon2';
import type { PasswordHashing } from '../../../application/ports/hashing.ts';
import type { PasswordHash } from '../../../domain/accounts/account.ts';
import type { Password } from '../../../domain/accounts/password.ts';
import { HashingThread } from './hashing-thread.ts';

/** One of the OWASP recommendations, about 33 ms of one core. The algorithm is argon2id, the library's default. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** The prefix of hashes with these parameters. */
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Verified when there is no account: valid form, same parameters, and not the hash of any password. */
const DUMMY_HASH = `${CURRENT}${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

export class Argon2PasswordHashing implements PasswordHashing {
  /** As many as the gate admits concurrently. */
  private readonly threads = [new HashingThread(), new HashingThread()] as const;

  async hash(password: Password): Promise<PasswordHash> {
    return (await this.leastBusy().hash(password.reveal(), PARAMETERS)) as PasswordHash;
  }

  async verify(password: Password, known: PasswordHash | undefined) {
    const right = await this.leastBusy().verify(known ?? DUMMY_HASH, password.reveal());
    if (!right || known === undefined) return 'wrong';
    return known.startsWith(CURRENT) ? 'right' : 'outdated';
  }

  private leastBusy(): HashingThread {
    const [one, other] = this.threads;
    return one.waitingCount <= other.waitingCount ? one : other;
  }
}
