import { describe, expect, it } from 'vitest';
import { startTestService } from '../support/service/test-resources.ts';
import { COMPATIBLE_APIS, COMPATIBLE_OPERATIONS, FUZZ_SETTINGS } from '../tools/fuzz/compatible-apis.ts';
import { DEFECTS, startFaultyServer } from '../tools/fuzz/faulty-server.ts';
import { Fuzzer } from '../tools/fuzz/fuzzer.ts';

/** Fixed, so that a failure is reproducible. `npm run fuzz` uses other seeds. */
const SEED = 20_261_115;

/** Generous, because other tests may keep the CPU busy and hashing is queued last. Only a hang takes this long. */
const timeouts = { timeout: 300_000 };
const responseMsMax = 60_000;

describe('the service under a short fuzzing run', timeouts, () => {
  it('has no findings, and every operation, also those for other tools, succeeds at least once', async () => {
    const service = await startTestService({ settings: FUZZ_SETTINGS });

    const { findings, counts } = await Fuzzer.run(service, {
      seed: SEED,
      requests: 1000,
      responseMsMax,
      undocumented: COMPATIBLE_APIS,
    });

    expect(findings).toEqual([]);
    const succeeded = [...counts].filter(([, row]) => [...row.keys()].some((status) => /^20/.test(status)));
    // At least one request to every documented operation succeeded.
    expect(succeeded.map(([operation]) => operation)).toEqual(
      expect.arrayContaining([
        ...['signIn', 'verifyKey', 'resetKey', 'listRotations', 'openAccount', 'live', 'ready', 'readStats'],
        ...['listPrompts', 'createPrompt', 'readPrompt', 'putPrompt', 'changePrompt', 'deletePrompt', 'renderPrompt'],
        ...['listVersions', 'readVersion', 'publishVersion', 'diffVersions', 'moveLabel', 'removeLabel'],
        ...['labelHistory', 'listTags', 'listFolders', 'exportPrompts', 'importPrompts'],
        ...COMPATIBLE_OPERATIONS,
      ]),
    );
  });
});

describe('the fuzzer', timeouts, () => {
  const options = { seed: SEED, requests: 150, responseMsMax };

  it('reports no finding for a correct server', async () => {
    const { findings } = await Fuzzer.run(await startFaultyServer(), options);

    expect(findings).toEqual([]);
  });

  it.each(Object.entries(DEFECTS))('detects the defect: %s', async (kind, defect) => {
    // Each missing response costs a full timeout.
    const shorter = defect.silent ? { requests: 20, responseMsMax: 50 } : {};
    const { findings } = await Fuzzer.run(await startFaultyServer(defect), { ...options, ...shorter });

    const kinds = findings.map((finding) => finding.kind);
    expect(kinds).toContain(kind);
  });

  it('reports a minimal request, without the key', async () => {
    const { findings } = await Fuzzer.run(await startFaultyServer(DEFECTS['server-error']), options);

    const [finding] = findings;
    expect(finding?.reproduction).toMatch(
      /^curl -gi --path-as-is -X GET -H 'Authorization: Bearer '"\$PROMPTHOLD_KEY"'' 'http:\/\/127\.0\.0\.1:\d+\/api\/thing'$/,
    );
    expect(JSON.stringify(findings)).not.toContain('abababab');
  });

  it('sends the same requests for the same seed, and others for another seed', async () => {
    const sent = async (seed: number) => {
      const server = await startFaultyServer();
      const { counts } = await Fuzzer.run(server, { ...options, seed });
      return JSON.stringify([...counts].map(([operation, row]) => [operation, [...row]]));
    };

    const first = await sent(1);

    expect(await sent(1)).toBe(first);
    expect(await sent(2)).not.toBe(first);
  });
});
