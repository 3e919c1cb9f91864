import type { KeyringChecks } from '../../../application/ports/keyring-register.ts';

/** A check value as it is stored. Older schemas have no standing. */
export interface RecordedCheck {
  readonly kid: string;
  readonly value: string;
  readonly standing?: string;
}

/** The checks that a keyring must match. A retired or lost key stays recorded, but no keyring needs it any more. */
export const neededChecks = (recorded: readonly RecordedCheck[]): KeyringChecks =>
  new Map(
    recorded
      .filter(({ standing }) => standing !== 'retired' && standing !== 'lost')
      .map(({ kid, value }) => [kid, value]),
  );
