import type { Account } from '../../../src/domain/accounts/account.ts';
import type { Credential, KeyCredential } from '../../../src/domain/accounts/actor.ts';

export const keyOf = ({ key }: Pick<Account, 'key'>): KeyCredential => ({ kind: 'key', digest: key.digest });

export const sessionOf = ({ sessionEpoch }: Pick<Account, 'sessionEpoch'>): Credential => ({
  kind: 'session',
  epoch: sessionEpoch,
});
