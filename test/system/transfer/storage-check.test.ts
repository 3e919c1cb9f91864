import { describe, expect, it } from 'vitest';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { aSoundStorage, check, seen } from './a-sound-storage.ts';

describe.each(realStorages)('storage check on $name', ({ fresh }) => {
  it('finds no fault in a sound storage', async () => {
    const { url, ports, owner, before } = await aSoundStorage(fresh);

    expect(await check(url)).toEqual([]);
    expect(await seen(ports, owner)).toEqual(before);
  });

  it('reports a sound storage on the command line', async () => {
    const { url } = await aSoundStorage(fresh);
    const options = { folder: await createTestFolder(), settings: { PROMPTHOLD_STORAGE_URL: url } };

    expect(await runCommand(['storage', 'check'], options)).toEqual({
      code: 0,
      stdout: '',
      stderr: '0 repaired, 0 left\n',
    });
    expect(await runCommand(['storage', 'check', '--json'], options)).toMatchObject({
      code: 0,
      stdout: '{"ok":true,"faults":[]}\n',
    });
  });
});
