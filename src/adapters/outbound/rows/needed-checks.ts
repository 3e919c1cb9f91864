import type { KeyringChecks } from '../../../application/ports/keyring-register.ts';

/** A check value as storage has it. Older schemas know no standing. */
export interface RecordedCheck {
  readonly kid: string;
  readonly value: string;
  readonly standing?: string;
}

/** Those that a keyring has to answer to: a retired key is remembered, but nobody has to hold it any more. */
export const neededChecks = (recorded: readonly RecordedCheck[]): KeyringChecks =>
  new Map(recorded.filter(({ standing }) => standing !== 'retired').map(({ kid, value }) => [kid, value]));
