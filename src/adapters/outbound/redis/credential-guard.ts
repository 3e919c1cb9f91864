import { CredentialRetired } from '../../../application/ports/credential-retired.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';

/** The field of the account's hash that the actor's credential must equal, and its value; both empty without a credential. */
export function credentialValues({
  credential,
}: Pick<Actor, 'credential'>): readonly [field: string, value: string | number] {
  if (!credential) return ['', ''];
  return credential.kind === 'key' ? ['key_digest', credential.digest] : ['session_epoch', credential.epoch];
}

/** A function for scripts whose first key is the account. */
export const HAS_CREDENTIAL = `
local function hasCredential(field, value)
  if field == '' then return true end
  -- Accounts of 0.1 have no session epoch, which means 0.
  return redis.call('EXISTS', KEYS[1]) == 1 and (redis.call('HGET', KEYS[1], field) or '0') == value
end
`;

/** The reply of a script whose credential the account does not have. */
const UNAUTHORIZED = 'unauthorized';

/** Returns from the script if the account does not have the credential, whose field and value are named by the expressions. */
export const requireCredential = (field: string, value: string): string =>
  `if not hasCredential(${field}, ${value}) then return '${UNAUTHORIZED}' end\n`;

/** Passes every other reply on. */
export function rejectRetired<Reply>(reply: Reply): Reply {
  if (reply === UNAUTHORIZED) throw new CredentialRetired();
  return reply;
}
