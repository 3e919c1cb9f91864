import type { Options } from '@node-rs/argon2';
import type { PasswordHashing } from '../../../application/ports/hashing.ts';
import type { PasswordHash } from '../../../domain/accounts/account.ts';
import type { Password } from '../../../domain/accounts/password.ts';
import { HashingThread } from './hashing-thread.ts';

/** These parameters are an OWASP recommendation, about 33 ms of one core. The default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** The prefix of hashes with these parameters. */
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** This hash is verified when there is no account: valid form, same parameters, and not the hash of any password. */
const DUMMY_HASH = `${CURRENT}${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

/** Above every recommendation for interactive sign-ins. A stored hash states its own cost, up to gigabytes and hours. */
const LIMITS = { memoryCost: 65_536, timeCost: 10, parallelism: 4 } satisfies Options;

/** The salt has 8 to 64 bytes, the hash 12 to 64. */
const HASH_FORM = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/-]{11,86}\$[\w+/-]{16,86}$/;

/** Called with the parameters of a stored hash that is not verified, without the hash itself. */
export type ReportUnusableHash = (parameters: Required<typeof LIMITS> | 'malformed') => void;

export class Argon2PasswordHashing implements PasswordHashing {
  /** The gate admits as many hashes concurrently as there are threads. */
  private readonly threads = [new HashingThread(), new HashingThread()] as const;

  constructor(private readonly reportUnusable: ReportUnusableHash = () => {}) {}

  async hash(password: Password): Promise<PasswordHash> {
    return (await this.leastBusy().hash(password.reveal(), PARAMETERS)) as PasswordHash;
  }

  async verify(password: Password, known: PasswordHash | undefined) {
    const usable = known !== undefined && this.isUsable(known) ? known : undefined;
    const right = await this.leastBusy().verify(usable ?? DUMMY_HASH, password.reveal());
    if (!right || usable === undefined) return 'wrong';
    return usable.startsWith(CURRENT) ? 'right' : 'outdated';
  }

  /** False for a hash that would cost more than we ever compute, or that is none: the storage was tampered with. */
  private isUsable(known: PasswordHash): boolean {
    if (known.startsWith(CURRENT) && HASH_FORM.test(known)) return true;
    const [memoryCost = 0, timeCost = 0, parallelism = 0] = HASH_FORM.exec(known)?.slice(1).map(Number) ?? [];
    const isWithinLimits =
      memoryCost <= LIMITS.memoryCost && timeCost <= LIMITS.timeCost && parallelism <= LIMITS.parallelism;
    // Argon2 needs 8 KiB per lane; the library throws below that.
    const isValid = parallelism > 0 && timeCost > 0 && memoryCost >= 8 * parallelism;
    if (!isWithinLimits || !isValid) {
      this.reportUnusable(isValid ? { memoryCost, timeCost, parallelism } : 'malformed');
    }
    return isWithinLimits && isValid;
  }

  private leastBusy(): HashingThread {
    const [one, other] = this.threads;
    return one.waitingCount <= other.waitingCount ? one : other;
  }
}
