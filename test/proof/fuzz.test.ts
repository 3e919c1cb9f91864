import { describe, expect, it } from 'vitest';
import { aService } from '../support/service/test-resources.ts';
import { aBadServer, MISDEEDS } from '../tools/fuzz/bad-server.ts';
import { Fuzzer } from '../tools/fuzz/fuzzer.ts';
import { FUZZ_SETTINGS } from '../tools/fuzz/settings.ts';

/** Always the same, so that a failure is one everywhere. Other seeds are for `npm run fuzz`. */
const SEED = 20_261_115;

/** Generous, because two cores may be busy with tests, and hashing comes last. Nobody waits this long unless something hangs. */
const patience = { timeout: 300_000 };
const answerMsMax = 60_000;

describe('a short run of the fuzzer', patience, () => {
  it('finds nothing wrong with the service, and gets everywhere', async () => {
    const service = await aService({ settings: FUZZ_SETTINGS });

    const { findings, counts } = await Fuzzer.run(service, { seed: SEED, requests: 600, answerMsMax });

    expect(findings).toEqual([]);
    const succeeded = [...counts].filter(([, row]) => [...row.keys()].some((status) => /^20/.test(status)));
    // Of every kind that the document knows, some request was answered as its sender hoped.
    expect(succeeded.map(([operation]) => operation)).toEqual(
      expect.arrayContaining([
        ...['signIn', 'verifyKey', 'resetKey', 'listRotations', 'openAccount', 'live', 'ready', 'readStats'],
        ...['listPrompts', 'createPrompt', 'readPrompt', 'putPrompt', 'changePrompt', 'deletePrompt', 'renderPrompt'],
        ...[
          'listVersions',
          'readVersion',
          'publishVersion',
          'diffVersions',
          'moveLabel',
          'removeLabel',
          'labelHistory',
        ],
        ...['listTags', 'listFolders', 'exportPrompts', 'importPrompts'],
      ]),
    );
  });
});

describe('the fuzzer', patience, () => {
  const options = { seed: SEED, requests: 150, answerMsMax };

  it('has nothing to say of a server that does nothing wrong', async () => {
    const { findings } = await Fuzzer.run(await aBadServer(), options);

    expect(findings).toEqual([]);
  });

  it.each(Object.entries(MISDEEDS))('finds a server out that is bad: %s', async (kind, misdeed) => {
    // Whoever waits for silence waits long.
    const hurry = misdeed.silent ? { requests: 20, answerMsMax: 50 } : {};
    const { findings } = await Fuzzer.run(await aBadServer(misdeed), { ...options, ...hurry });

    const kinds = findings.map((finding) => finding.kind);
    expect(kinds).toContain(kind);
  });

  it('tells what it sent as little as is needed, and never the key', async () => {
    const { findings } = await Fuzzer.run(await aBadServer(MISDEEDS['server-error']), options);

    const [finding] = findings;
    expect(finding?.shown).toMatch(
      /^curl -gi --path-as-is -X GET -H 'Authorization: Bearer '"\$PROMPTHOLD_KEY"'' 'http:\/\/127\.0\.0\.1:\d+\/api\/thing'$/,
    );
    expect(JSON.stringify(findings)).not.toContain('abababab');
  });

  it('sends the same for the same seed, and something else for another', async () => {
    const sent = async (seed: number) => {
      const server = await aBadServer();
      const { counts } = await Fuzzer.run(server, { ...options, seed });
      return JSON.stringify([...counts].map(([operation, row]) => [operation, [...row]]));
    };

    const first = await sent(1);

    expect(await sent(1)).toBe(first);
    expect(await sent(2)).not.toBe(first);
  });
});
