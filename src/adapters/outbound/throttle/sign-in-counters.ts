import { createHash } from 'node:crypto';
import type { SignInAttempt } from '../../../application/ports/sign-in-throttle.ts';
import { AccountFailures, type AccountFailuresRecord } from '../../../domain/throttling/account-failures.ts';
import {
  AddressFailures,
  type AddressFailuresRecord,
  type FailureLimit,
} from '../../../domain/throttling/address-failures.ts';
import { networksOf } from '../../../domain/throttling/client-network.ts';
import { NetworkCount } from '../../../domain/throttling/network-count.ts';
import { knownAddressLimit, signInLimits } from '../../../domain/throttling/sign-in-limits.ts';
import type { WindowRecord } from '../../../domain/throttling/sliding-window.ts';
import type { Counter } from './counters.ts';

/** Everything that can count for an attempt. */
export interface SignInCounters {
  readonly account: Counter<AccountFailures>;
  /** The counter of the e-mail at the host, while the host is known. */
  readonly known: Counter<AddressFailures>;
  /** The counters of the e-mail in the networks of the address, narrowest first. */
  readonly addresses: readonly Counter<AddressFailures>[];
  /** The counters of any e-mail in these networks. */
  readonly networks: readonly Counter<NetworkCount>[];
}

/** Facts from other records that affect how a record is read. Set once they are read, before any count is parsed. */
export interface ReadingContext {
  /** The generation of the account's record. */
  generation: number;
  /** The last attempt from the widest network. */
  lastAttemptAt: number;
}

export function signInCounters(attempt: SignInAttempt, context: ReadingContext): SignInCounters {
  const { email, address } = attempt;
  const now = attempt.at.getTime();
  const limits = signInLimits(address);
  const addressCounter = (key: string, limit: FailureLimit): Counter<AddressFailures> => ({
    key,
    parse: (text) => AddressFailures.at(now, limit, context.generation, parseRecord<AddressFailuresRecord>(text)),
  });
  return {
    account: accountCounter(email, attempt.at, context),
    known: addressCounter(`known:${knownAddress(attempt)}`, knownAddressLimit),
    addresses: limits.map(({ network, perEmail }) => addressCounter(`from:${digest(network, email)}`, perEmail)),
    networks: limits.map(({ network, failuresMax }) => networkCounter(`net:${network}`, failuresMax, attempt.at)),
  };
}

/** The name of an address among those that are known. It differs between e-mails. */
export const knownAddress = ({ email, address }: SignInAttempt): string => digest(networksOf(address).host, email);

export const accountCounter = (
  email: string,
  at: Date,
  context?: Pick<ReadingContext, 'lastAttemptAt'>,
): Counter<AccountFailures> => ({
  key: `mail:${digest(email)}`,
  parse: (text) => AccountFailures.at(at.getTime(), parseRecord<AccountFailuresRecord>(text), context?.lastAttemptAt),
});

export const networkCounter = (key: string, limit: number, at: Date): Counter<NetworkCount> => ({
  key,
  parse: (text) => NetworkCount.at(at.getTime(), limit, parseRecord<WindowRecord>(text)),
});

/** Only this program writes these records. */
const parseRecord = <Kind>(text: string | undefined): Kind | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Kind);

/** The text is digested because it can have any length and may be private. */
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('base64url');
