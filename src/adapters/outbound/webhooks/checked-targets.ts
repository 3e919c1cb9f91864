import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookTargets } from '../../../application/ports/webhooks/webhook-sender.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import { hostOf, type PermittedAddresses } from './permitted-addresses.ts';

/** Returns all addresses of a name. Rejects if there are none. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

/** The limit leaves the rest of the request's time for storing the webhook. */
const EXAMINE_MS = 2000;

const CURE = 'the operator can permit it with the setting webhooks.allow';

/** The address of a target is private or reserved. */
export class TargetBlocked extends Error {
  override readonly name = 'TargetBlocked';

  /** The message does not name the address of a name, which would reveal internal DNS to every account. */
  constructor(host: string) {
    super(
      isIP(host) === 0
        ? `${host} resolves to a private or reserved address; ${CURE}`
        : `${host} is a private or reserved address; ${CURE}`,
    );
  }
}

/** The lookups of an account that wait or run. */
interface Lookups {
  last: Promise<unknown>;
  count: number;
}

/** The attempts, tests and saves of an account need fewer if its names resolve normally. */
const LOOKUPS_PER_ACCOUNT_MAX = 32;

class TooManyLookups extends Error {
  override readonly name = 'TooManyLookups';
  /** The same code as if the name server did not respond. */
  readonly code = 'EAI_AGAIN';
}

/** These names always are loopback by RFC 6761. Some resolvers do not know all of them. */
const LOOPBACK_NAME = /(^|\.)localhost\.?$/i;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Checks targets when a webhook is saved, and again whenever it connects: a name may resolve to another address then. */
export class CheckedTargets implements WebhookTargets {
  private readonly lookups = new Map<AccountId, Lookups>();

  constructor(
    private readonly addresses: PermittedAddresses,
    private readonly resolveName: ResolveName = (name) => dns.lookup(name, { all: true }),
  ) {}

  async examine(owner: AccountId, url: string): Promise<string | undefined> {
    const host = hostOf(new URL(url));
    try {
      this.checkLiteral(host);
      if (isIP(host) === 0) {
        const timeout = new AbortController();
        const tooLate = delay(EXAMINE_MS, undefined, { ref: false, signal: timeout.signal }).catch(() => {});
        await Promise.race([this.resolve(owner, host, timeout.signal), tooLate]).finally(() => timeout.abort());
      }
      return undefined;
    } catch (error) {
      // A name that does not resolve yet is an attempt that fails, and is retried.
      return error instanceof TargetBlocked ? error.message : undefined;
    }
  }

  /** Throws for an address that is not permitted. Node.js connects to an address without calling `lookup`. */
  checkLiteral(host: string): void {
    if (isIP(host) !== 0 && !this.addresses.isPermitted(host, host)) throw new TargetBlocked(host);
  }

  /**
   * Returns the option `lookup` of a connection: the address that was checked is the address that is connected to. A
   * lookup that has not begun when the signal is aborted never begins.
   */
  lookupFor(owner: AccountId, signal: AbortSignal): LookupFunction {
    return (hostname, options, callback) => {
      this.resolve(owner, hostname, signal).then(
        (addresses) => {
          const [first] = addresses;
          if (options.all || !first) callback(null, [...addresses]);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, []),
      );
    };
  }

  /** The addresses of the name that are permitted. Rejects if there are none. */
  private async resolve(owner: AccountId, host: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const lookUp = (): Promise<readonly LookupAddress[]> => {
      signal.throwIfAborted();
      return this.resolveName(host);
    };
    const addresses = LOOPBACK_NAME.test(host) ? LOOPBACK : await this.afterOthers(owner, lookUp);
    const permitted = addresses.filter(({ address }) => this.addresses.isPermitted(host, address));
    if (permitted.length === 0) throw new TargetBlocked(host);
    return permitted;
  }

  /**
   * One lookup at a time for each account: each holds one of the few threads that Node.js looks up names with, which a
   * name server that does not respond delays by many seconds.
   */
  private async afterOthers<Result>(owner: AccountId, lookUp: () => Promise<Result>): Promise<Result> {
    const lookups = this.lookups.get(owner) ?? { last: Promise.resolve(), count: 0 };
    if (lookups.count >= LOOKUPS_PER_ACCOUNT_MAX) throw new TooManyLookups();
    const mine = lookups.last.then(lookUp, lookUp);
    lookups.last = mine;
    lookups.count += 1;
    this.lookups.set(owner, lookups);
    try {
      return await mine;
    } finally {
      lookups.count -= 1;
      if (lookups.count === 0) this.lookups.delete(owner);
    }
  }
}
