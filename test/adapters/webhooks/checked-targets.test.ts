import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { CheckedTargets } from '../../../src/adapters/outbound/webhooks/checked-targets.ts';
import { PermittedAddresses } from '../../../src/adapters/outbound/webhooks/permitted-addresses.ts';
import { anAccount } from '../../support/builders/an-account.ts';

const addresses = (...found: readonly string[]): readonly LookupAddress[] =>
  found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const OWNER = anAccount().id;

function targets(resolve: (name: string) => readonly LookupAddress[] | Promise<never>, allow: readonly string[] = []) {
  return new CheckedTargets(new PermittedAddresses(allow), async (name) => resolve(name));
}

describe('CheckedTargets', () => {
  it('accepts a name with public addresses, and does not look up an address', async () => {
    const lookedUp: string[] = [];
    const checked = targets((name) => {
      lookedUp.push(name);
      return addresses('93.184.216.34', '2606:2800:220::1');
    });

    expect(await checked.examine(OWNER, 'https://hooks.example/x')).toBeUndefined();
    expect(await checked.examine(OWNER, 'https://93.184.216.34:8443/x')).toBeUndefined();
    expect(lookedUp).toEqual(['hooks.example']);
  });

  it('rejects a name if all of its addresses are private, without revealing them', async () => {
    const problem = await targets(() => addresses('fd00::1', '10.77.0.9')).examine(OWNER, 'https://hooks.example/');

    expect(problem).toContain('hooks.example resolves to a private or reserved address');
    expect(problem).toContain('webhooks.allow');
    expect(problem).not.toContain('10.77.0.9');
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.01/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:ffff:a00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://０x7f.1/',
  ])('rejects %s', async (url) => {
    expect(await targets(() => []).examine(OWNER, url)).toContain('is a private or reserved address');
  });

  it.each(['http://localhost/', 'http://LOCALHOST:80/', 'http://localhost./', 'http://x.localhost/'])(
    'rejects %s',
    async (url) => {
      const checked = new CheckedTargets(new PermittedAddresses(['localhost']));

      expect(await checked.examine(OWNER, url)).toContain('resolves to a private or reserved address');
    },
  );

  it('accepts a name that cannot be resolved now: attempts check it again', async () => {
    const unknown = targets(() => Promise.reject(new Error('ENOTFOUND')));

    expect(await unknown.examine(OWNER, 'https://later.example/')).toBeUndefined();
  });

  it('looks up one name at a time for an account, and does not delay others', async () => {
    const running: string[] = [];
    const finish = new Map<string, () => void>();
    const checked = new CheckedTargets(new PermittedAddresses([]), (name) => {
      running.push(name);
      return new Promise((resolve) => finish.set(name, () => resolve(addresses('93.184.216.34'))));
    });
    const other = anAccount().id;

    const slow = checked.examine(OWNER, 'http://slow.example/');
    const waiting = checked.examine(OWNER, 'http://waiting.example/');
    const unaffected = checked.examine(other, 'http://quick.example/');
    await Promise.resolve();
    await Promise.resolve();

    expect(running).toEqual(['slow.example', 'quick.example']);
    finish.get('quick.example')?.();
    await unaffected;
    finish.get('slow.example')?.();
    await slow;
    finish.get('waiting.example')?.();
    expect(await waiting).toBeUndefined();
  });

  it('does not collect lookups of an account whose name server does not respond', async () => {
    let lookups = 0;
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const checked = new CheckedTargets(new PermittedAddresses([]), async () => {
      lookups += 1;
      await responded;
      return addresses('93.184.216.34');
    });
    const examined = Array.from({ length: 200 }, () => checked.examine(OWNER, 'http://slow.example/'));
    await Promise.race(examined);
    respond();
    await Promise.all(examined);

    expect(lookups).toBeLessThanOrEqual(32);
  });

  it('skips lookups of connections that ended while they waited', async () => {
    const lookedUp: string[] = [];
    let respond = () => {};
    const checked = new CheckedTargets(new PermittedAddresses([]), (name) => {
      lookedUp.push(name);
      return new Promise((resolve) => {
        respond = () => resolve(addresses('93.184.216.34'));
      });
    });
    const connection = new AbortController();
    const lookUp = (name: string, signal: AbortSignal) =>
      new Promise((resolve) => checked.lookupFor(OWNER, signal)(name, { all: true }, resolve));
    const first = lookUp('slow.example', connection.signal);
    const skipped = lookUp('ended.example', connection.signal);
    const last = lookUp('next.example', new AbortController().signal);
    await Promise.resolve();
    connection.abort();
    respond();
    await Promise.all([first, skipped]);
    await expect.poll(() => lookedUp).toEqual(['slow.example', 'next.example']);
    respond();
    await last;
  });
});
