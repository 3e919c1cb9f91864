import { describe, expect, it, vi } from 'vitest';
import { ReplaceKeyring } from '../../../../src/application/keyring/replace-keyring.ts';
import type { DescribedKeyring, KeyringFile } from '../../../../src/application/ports/encryption-keys.ts';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { InMemoryKeyringRegister } from '../../../support/in-memory/in-memory-keyring-register.ts';

const A_MINUTE_MS = 60_000;

const aKeyring = (name: string, ...kids: string[]): DescribedKeyring => ({
  file: 'keyring.json',
  fingerprint: name,
  checks: new Map([['lookup', `lookup of ${name}`], ...kids.map((kid): [string, string] => [kid, `check of ${kid}`])]),
});

class FakeKeyringFile implements KeyringFile {
  content: DescribedKeyring | undefined;

  async find() {
    return this.content;
  }

  async create(taken: ReadonlySet<string>) {
    if (this.content) return undefined;
    const kid = ['n1', 'n2', 'n3'].find((candidate) => !taken.has(candidate)) ?? 'n4';
    this.content = aKeyring(`new ${kid}`, kid);
    return this.content;
  }

  async remove() {
    this.content = undefined;
  }
}

/** A storage that was written with a keyring of two keys, whose file is gone. */
async function aStorageWithoutKeyring() {
  const register = new InMemoryKeyringRegister();
  const file = new FakeKeyringFile();
  const lost = aKeyring('lost', 'k1', 'k2');
  await register.record(lost.checks);
  const standings = async () =>
    Object.fromEntries([...(await register.keys())].map(([kid, { standing }]) => [kid, standing]));
  const lookup = async () => (await register.keys()).get('lookup')?.check;
  return { register, file, lost, standings, lookup, useCase: new ReplaceKeyring(file, register) };
}

describe('replacing a lost keyring', () => {
  it('creates a new one, with ids of its own, and makes it the one of the storage', async () => {
    const { useCase, register, file, standings, lookup } = await aStorageWithoutKeyring();
    await register.record(new Map([['n1', 'taken']]));

    expect(await useCase.execute({ adopt: false })).toMatchObject({
      kind: 'replaced',
      state: { file: 'keyring.json' },
    });

    expect(file.content?.fingerprint).toBe('new n2');
    expect(await lookup()).toBe('lookup of new n2');
    expect(await standings()).toEqual({ lookup: 'open', k1: 'lost', k2: 'lost', n1: 'lost', n2: 'open' });
  });

  it('does nothing for a storage without a keyring, and where its keyring is in place', async () => {
    const { useCase, file, lost, standings } = await aStorageWithoutKeyring();
    file.content = lost;
    expect(await useCase.execute({ adopt: false })).toEqual({ kind: 'present' });
    expect(await useCase.execute({ adopt: true })).toEqual({ kind: 'present' });
    expect(await standings()).toEqual({ lookup: 'open', k1: 'open', k2: 'open' });

    const empty = new ReplaceKeyring(new FakeKeyringFile(), new InMemoryKeyringRegister());
    expect(await empty.execute({ adopt: false })).toEqual({ kind: 'unused' });
  });

  it('is refused while an instance holds the lost one, and names it', async () => {
    const { useCase, register, file, lookup } = await aStorageWithoutKeyring();
    await register.announce({ id: 'host/1', reads: ['k1', 'k2'], writes: ['k1'] }, A_MINUTE_MS);

    expect(await useCase.execute({ adopt: false })).toMatchObject({ kind: 'held', holders: [{ id: 'host/1' }] });

    expect(file.content).toBeUndefined();
    expect(await lookup()).toBe('lookup of lost');
  });

  it('ignores instances with a keyring that was replaced before', async () => {
    const { useCase, register, file } = await aStorageWithoutKeyring();
    await useCase.execute({ adopt: false });
    await register.announce({ id: 'host/1', reads: ['k1', 'k2'], writes: ['k1'] }, A_MINUTE_MS);
    file.content = undefined;

    expect(await useCase.execute({ adopt: false })).toMatchObject({ kind: 'replaced' });
  });

  it('leaves another keyring in its place unchanged, unless it is to be adopted', async () => {
    const { useCase, file, standings, lookup } = await aStorageWithoutKeyring();
    file.content = aKeyring('other', 'o1', 'o2');

    expect(await useCase.execute({ adopt: false })).toEqual({ kind: 'other' });
    expect(await lookup()).toBe('lookup of lost');

    expect(await useCase.execute({ adopt: true })).toMatchObject({ kind: 'replaced' });
    expect(file.content.fingerprint).toBe('other');
    expect(await lookup()).toBe('lookup of other');
    // A key that does not write is recorded when it is promoted.
    expect(await standings()).toEqual({ lookup: 'open', k1: 'lost', k2: 'lost', o1: 'open' });
  });

  it('can be undone when the lost one is found: all its keys are open again, but retired ones stay retired', async () => {
    const { useCase, register, file, standings, lookup } = await aStorageWithoutKeyring();
    await register.record(new Map([['k3', 'check of k3']]));
    await register.change('k3', 'open', 'retired');
    await useCase.execute({ adopt: false });
    file.content = aKeyring('lost', 'k3', 'k1', 'k2');

    expect(await useCase.execute({ adopt: true })).toMatchObject({ kind: 'replaced' });

    expect(await lookup()).toBe('lookup of lost');
    expect(await standings()).toEqual({ lookup: 'open', k1: 'open', k2: 'open', k3: 'retired', n1: 'lost' });
  });

  it('adopts no file that is missing, has a taken id for another key, or only retired keys', async () => {
    const { useCase, register, file, lookup } = await aStorageWithoutKeyring();
    expect(await useCase.execute({ adopt: true })).toEqual({ kind: 'missing' });

    file.content = {
      ...aKeyring('other'),
      checks: new Map([
        ['lookup', 'x'],
        ['k1', 'another key'],
      ]),
    };
    expect(await useCase.execute({ adopt: true })).toEqual({ kind: 'unusable' });

    await register.record(new Map([['o1', 'check of o1']]));
    await register.change('o1', 'open', 'retired');
    file.content = aKeyring('other', 'o1');
    expect(await useCase.execute({ adopt: true })).toEqual({ kind: 'unusable' });
    expect(await lookup()).toBe('lookup of lost');
  });

  it('removes its file if another command was faster', async () => {
    const { useCase, register, file } = await aStorageWithoutKeyring();
    vi.spyOn(register, 'replace').mockResolvedValue('superseded');

    expect(await useCase.execute({ adopt: false })).toEqual({ kind: 'superseded' });

    expect(file.content).toBeUndefined();
  });

  it('looks into the storage if the reply of its write was lost, and keeps the file in doubt', async () => {
    const { useCase, register, file } = await aStorageWithoutKeyring();
    const outage = new StorageUnavailable('the test', new Error('lost'));
    const replace = register.replace.bind(register);
    const spy = vi.spyOn(register, 'replace').mockRejectedValueOnce(outage);

    await expect(useCase.execute({ adopt: false })).rejects.toThrow(outage);
    expect(file.content).toBeDefined();

    spy.mockImplementation(async (former, checks) => {
      await replace(former, checks);
      throw outage;
    });
    expect(await useCase.execute({ adopt: true })).toMatchObject({ kind: 'replaced' });
  });
});
