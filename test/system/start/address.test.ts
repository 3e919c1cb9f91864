import { readdir } from 'node:fs/promises';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { runCommand } from '../../support/service/run-command.ts';
import {
  createTestFolder,
  occupyPort,
  runFailingStart,
  startTestService,
} from '../../support/service/test-resources.ts';

// localhost may resolve to two addresses, and the default of 250 ms per attempt is too short on a busy machine.
setDefaultAutoSelectFamilyAttemptTimeout(10_000);

describe('the service address', () => {
  it('is the one given with --port and --host, whatever the configuration says', async () => {
    const port = await freePort();

    const service = await startTestService({
      settings: { PROMPTHOLD_HTTP_PORT: '0', PROMPTHOLD_HTTP_HOST: '192.0.2.1' },
      args: ['--port', String(port), '--host', '127.0.0.1'],
    });

    expect(service.url).toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  });

  it.each([
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, but is 65536'],
    [['--port', 'http'], '--port must be a whole number from 0 to 65535, but is "http"'],
    [['--port', ''], '--port must be a whole number from 0 to 65535, but is ""'],
    [
      ['--port=-1', '--host', 'a b'],
      '--host must be a host name or an address, without spaces\n--port must be a whole number from 0 to 65535, but is -1',
    ],
  ])('is wrong usage when the options are %s', async (args, message) => {
    const folder = await createTestFolder();

    expect(await runCommand(['serve', ...args], { folder })).toEqual({ code: 64, stdout: '', stderr: `${message}\n` });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is reported in one sentence when the port is in use', async () => {
    const port = await occupyPort();

    const { code, messages } = await runFailingStart({ settings: { PROMPTHOLD_HTTP_PORT: String(port) } });

    expect(code).toBe(1);
    expect(messages).toBe(
      `Port ${port} of 127.0.0.1 is in use: stop the program that listens there, or set another http.port or --port.\n`,
    );
  });

  it.each([
    // Reserved for documentation, so no machine has it.
    ['an address of another machine', '192.0.2.1'],
    // Longer than a DNS label may be, so it fails without a DNS query.
    ['a name that does not resolve', `${'nowhere'.repeat(10)}.invalid`],
  ])('is a configuration mistake when it is %s', async (_what, host) => {
    const { code, messages } = await runFailingStart({ settings: { PROMPTHOLD_HTTP_HOST: host } });

    expect(code).toBe(78);
    expect(messages).toContain('http.host (env PROMPTHOLD_HTTP_HOST): is no address of this machine\n');
  });

  it('is the public URL, including its path, in every printed link, beside the actual port and a warning', async () => {
    const { messages } = await startTestService({
      settings: { PROMPTHOLD_HTTP_PORT: '0', PROMPTHOLD_HTTP_PUBLIC_URL: 'https://tools.example.com/prompts/' },
    });

    const links = messages.match(/https?:\S+/g);
    expect(links).toEqual([
      'https://tools.example.com/prompts/dashboard',
      'https://tools.example.com/prompts/api',
      'https://tools.example.com/prompts/api/docs',
      expect.stringMatching(/^https:\/\/tools\.example\.com\/prompts\/dashboard\/setup#\S+$/),
    ]);
    // A proxy must be in front, but none is trusted.
    expect(messages).toMatch(/^ {2}warning {4}.*http\.trustProxy is 0.*set http\.trustProxy/m);
    const [, address] = /^ +listens +(127\.0\.0\.1:\d+)$/m.exec(messages) ?? [];
    expect((await fetch(`http://${address}/livez`)).status).toBe(200);
  });

  it('is printed as localhost when the service listens on all addresses', async () => {
    const { url } = await startTestService({ settings: { PROMPTHOLD_HTTP_HOST: '0.0.0.0' } });

    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });
});
