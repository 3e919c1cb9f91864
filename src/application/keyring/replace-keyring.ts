import type { DescribedKeyring, KeyringFile, KeyringState } from '../ports/encryption-keys.ts';
import {
  type KeyringChecks,
  type KeyringHolder,
  type KeyringRegister,
  LOOKUP,
  type RegisteredKeys,
} from '../ports/keyring-register.ts';
import { StorageUnavailable } from '../ports/storage/storage-unavailable.ts';

export type ReplaceKeyringOutcome =
  | { readonly kind: 'replaced'; readonly state: KeyringState }
  /** The storage was never written with a keyring. */
  | { readonly kind: 'unused' }
  /** The keyring of the storage is here. */
  | { readonly kind: 'present' }
  /** Another keyring is here, which is left unchanged. */
  | { readonly kind: 'other' }
  /** There is no file to adopt. */
  | { readonly kind: 'missing' }
  /** The file to adopt has the keyring's id for another key, or only retired keys. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'held'; readonly holders: readonly KeyringHolder[] }
  | { readonly kind: 'superseded' };

/**
 * Gives a storage another keyring after its own was lost. Every key is invalid from then on, and each account gets a new one
 * at its next sign-in. Nothing else changes.
 *
 * Refuses while an instance holds the lost keyring: it can write it again, and would take new keys for wrong ones.
 */
export class ReplaceKeyring {
  constructor(
    private readonly file: KeyringFile,
    private readonly register: KeyringRegister,
  ) {}

  /** Uses the keyring that is here if `adopt` is set; otherwise creates one. */
  async execute({ adopt }: { readonly adopt: boolean }): Promise<ReplaceKeyringOutcome> {
    const known = await this.register.keys();
    const former = known.get(LOOKUP)?.check;
    if (former === undefined) return { kind: 'unused' };

    const found = await this.file.find();
    if (found?.checks.get(LOOKUP) === former) return { kind: 'present' };
    if (found && !adopt) return { kind: 'other' };
    if (!found && adopt) return { kind: 'missing' };

    const holders = await this.findHolders(known);
    if (holders.length > 0) return { kind: 'held', holders };

    const next = found ?? (await this.file.create(new Set(known.keys())));
    if (!next) return { kind: 'other' };
    const checks = checksToOpen(next, known);
    if (!checks) return { kind: 'unusable' };
    if (await this.replace(former, checks)) return { kind: 'replaced', state: next };
    if (!found) await this.file.remove(next);
    return { kind: 'superseded' };
  }

  /** Leaves out holders of an earlier keyring: they notice, and do nothing with it. */
  private async findHolders(known: RegisteredKeys): Promise<readonly KeyringHolder[]> {
    const isCurrent = (kid: string) => ['open', 'closed'].includes(known.get(kid)?.standing ?? 'open');
    return (await this.register.holders()).filter(({ reads, writes }) => [...reads, ...writes].some(isCurrent));
  }

  private async replace(former: string, checks: KeyringChecks): Promise<boolean> {
    try {
      return (await this.register.replace(former, checks)) === 'replaced';
    } catch (error) {
      // The write may have succeeded although its reply was lost: only storage knows.
      if (error instanceof StorageUnavailable && (await this.hasKeyring(checks))) return true;
      throw error;
    }
  }

  private async hasKeyring(checks: KeyringChecks): Promise<boolean> {
    return (await this.register.keys()).get(LOOKUP)?.check === checks.get(LOOKUP);
  }
}

/**
 * The lookup key, the key that will write, and those that were lost with this keyring before it was found again. Keys that
 * were added later are recorded when they are promoted. Undefined if the keyring cannot be used.
 */
function checksToOpen({ checks }: DescribedKeyring, known: RegisteredKeys): KeyringChecks | undefined {
  const isConflicting = ([kid, check]: readonly [string, string]) =>
    kid !== LOOKUP && known.has(kid) && known.get(kid)?.check !== check;
  if ([...checks].some(isConflicting)) return undefined;

  const usable = [...checks.keys()].filter((kid) => kid !== LOOKUP && known.get(kid)?.standing !== 'retired');
  const [writes] = usable;
  if (writes === undefined) return undefined;
  return new Map(
    [...checks].filter(([kid]) => kid === LOOKUP || kid === writes || known.get(kid)?.standing === 'lost'),
  );
}
