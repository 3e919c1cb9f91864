import { describe, expect, it } from 'vitest';
import { clockFinding } from '../../../../src/application/diagnose/clock-finding.ts';
import { DiagnoseInstallation } from '../../../../src/application/diagnose/diagnose-installation.ts';
import { schemaFinding } from '../../../../src/application/diagnose/schema-finding.ts';
import { ok, type StorageFacts, warning } from '../../../../src/application/ports/diagnosis.ts';
import type { KeyringChecks } from '../../../../src/application/ports/keyring-register.ts';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { Webhooks } from '../../../../src/application/ports/webhooks/webhooks.ts';
import type { DisablingProblem } from '../../../../src/domain/webhooks/webhook.ts';

const NOW = new Date('2026-11-15T12:00:00.000Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

type CountDisabled = Webhooks['countDisabled'];

function aDiagnosis(examine: () => Promise<StorageFacts>, countDisabled?: CountDisabled) {
  const seen: (KeyringChecks | undefined)[] = [];
  const keyring = {
    examine: async (recorded: KeyringChecks | undefined) => {
      seen.push(recorded);
      return [ok('keyring', 'looked at')];
    },
  };
  const diagnosis = new DiagnoseInstallation(
    { examine },
    keyring,
    { now: () => NOW },
    'a storage in the cellar',
    countDisabled && (() => ({ countDisabled })),
  );
  return { diagnosis, seen };
}

describe('a diagnosis', () => {
  it('reports the findings of the storage, then schema, clock and keyring', async () => {
    const keyringChecks = new Map([['lookup', 'abc']]);
    const findings = [warning('durability', 'not durable', 'enable it')];
    const { diagnosis, seen } = aDiagnosis(async () => ({
      findings,
      schema: { found: 2, known: 2 },
      time: NOW,
      keyringChecks,
    }));

    const reported = await diagnosis.execute();

    expect(reported.map(({ check }) => check)).toEqual(['storage', 'durability', 'schema', 'clock', 'keyring']);
    expect(reported).toContainEqual(findings[0]);
    expect(seen).toEqual([keyringChecks]);
  });

  it.each([
    ['an outage', new StorageUnavailable('Redis', new Error('connect ECONNREFUSED')), 'connect ECONNREFUSED'],
    [
      'a permission error',
      new Error('permission denied for table schema_version'),
      'permission denied for table schema_version',
    ],
  ])('continues after %s, which is a finding with a cure', async (_name, problem, reason) => {
    const { diagnosis, seen } = aDiagnosis(() => Promise.reject(problem));

    const reported = await diagnosis.execute();

    expect(reported.map(({ check }) => check)).toEqual(['storage', 'clock', 'keyring']);
    expect(reported[0]).toMatchObject({
      severity: 'error',
      message: `a storage in the cellar cannot be used: ${reason}`,
      cure: expect.stringContaining('storage.url'),
    });
    expect(seen).toEqual([undefined]);
  });

  it('does not report an unreadable storage as reachable', async () => {
    const { diagnosis } = aDiagnosis(async () => ({ findings: [] }));

    expect((await diagnosis.execute()).map(({ check }) => check)).toEqual(['clock', 'keyring']);
  });
});

describe('webhooks', () => {
  const findingWith = async (countDisabled: CountDisabled, found = 2) => {
    const { diagnosis } = aDiagnosis(async () => ({ findings: [], schema: { found, known: 2 } }), countDisabled);
    return (await diagnosis.execute()).find(({ check }) => check === 'webhooks');
  };

  it('are reported with the number of those that were disabled, by problem', async () => {
    const counts = new Map<DisablingProblem, number>([
      ['failing', 3],
      ['endpoint_gone', 1],
    ]);

    expect(await findingWith(async () => counts)).toMatchObject({
      severity: 'warning',
      message: 'webhooks were disabled: 3 accepted nothing for five days, 1 responded 410',
      cure: expect.stringContaining('dashboard'),
    });
    expect(await findingWith(async () => new Map())).toMatchObject({ severity: 'ok' });
  });

  it('are a warning if they cannot be read', async () => {
    expect(await findingWith(() => Promise.reject(new Error('permission denied')))).toMatchObject({
      severity: 'warning',
    });
  });

  it('are not read from a storage whose schema is not up to date, or while they are off', async () => {
    expect(await findingWith(() => Promise.reject(new Error('no such table')), 1)).toBeUndefined();
    const { diagnosis } = aDiagnosis(async () => ({ findings: [], schema: { found: 2, known: 2 } }));
    expect((await diagnosis.execute()).map(({ check }) => check)).not.toContain('webhooks');
  });
});

describe('the schema', () => {
  it.each([
    [3, 'ok', undefined],
    [2, 'warning', 'storage migrate'],
    [0, 'warning', 'storage migrate'],
    [4, 'error', 'upgrade this program'],
  ])('of version %i, known 3, is %s', (found, severity, cure) => {
    const finding = schemaFinding({ found, known: 3 });

    expect(finding.severity).toBe(severity);
    if (cure === undefined) expect(finding.cure).toBeUndefined();
    else expect(finding.cure).toContain(cure);
  });
});

describe('the clock', () => {
  it.each([
    [0, 'ok'],
    [5, 'ok'],
    [-5, 'ok'],
    [6, 'warning'],
    [-6, 'warning'],
    [60, 'warning'],
    [61, 'error'],
    [-3600, 'error'],
  ])('that is off by %i s is %s', (seconds, severity) => {
    expect(clockFinding(NOW, after(seconds)).severity).toBe(severity);
  });

  it.each([['1970-01-01T00:00:00Z'], ['2170-01-01T00:00:00Z']])('in the year of %s is always an error', (time) => {
    expect(clockFinding(new Date(time), new Date(time))).toMatchObject({
      severity: 'error',
      cure: expect.stringContaining('NTP'),
    });
  });

  it('is plausible if there is none to compare it with', () => {
    expect(clockFinding(NOW, undefined).severity).toBe('ok');
  });
});
