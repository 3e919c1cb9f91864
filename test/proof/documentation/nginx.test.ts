import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { ServerProcess } from '../../support/servers/server-process.ts';
import { EventReader } from '../../support/service/event-reader.ts';
import { Installation } from '../../support/service/installation.ts';
import { KINDS, openMcpStream } from '../../support/service/mcp-stream.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const EXAMPLE = join(import.meta.dirname, '../../../docs/examples/nginx.conf');

let folder: string;
let installation: Installation;
let services: readonly [ServiceProcess, ServiceProcess];
let nginx: ServerProcess;
let url: string;
let key: string;

beforeAll(async () => {
  const program = await findOrInstall({ binary: 'nginx', folders: ['/usr/sbin'] });
  folder = await temporaryFolder();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  installation = await Installation.on(`sqlite:${join(folder, 'prompthold.db')}`, {
    PROMPTHOLD_HTTP_PUBLIC_URL: `${url}/prompts`,
    PROMPTHOLD_HTTP_TRUST_PROXY: '1',
  });
  services = [await installation.serve(), await installation.serve()];
  key = (await installation.openAccount()).token;
  nginx = await startNginx(program, port);
});

afterAll(async () => {
  await nginx?.stop('SIGTERM');
  await installation?.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** The example as it is, apart from ports and TLS. */
async function startNginx(program: string, port: number): Promise<ServerProcess> {
  const example = (await readFile(EXAMPLE, 'utf8'))
    .replace('127.0.0.1:3000', `127.0.0.1:${services[0].port}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${services[1].port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ +ssl_.*\n/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    'daemon off; master_process off; pid nginx.pid; error_log stderr;',
    'events {}',
    // The service also asks nginx not to buffer: the example must do without.
    `http { access_log off; proxy_ignore_headers X-Accel-Buffering; ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')}`,
    example,
    '}',
  ];
  await writeFile(join(folder, 'nginx.conf'), lines.join('\n'));
  const process = new ServerProcess({ program, args: ['-p', folder, '-c', 'nginx.conf'], folder, user: undefined });
  await process.waitUntilReady(async () => (await fetch(`${url}/prompts/readyz`)).ok);
  return process;
}

describe('the example for nginx', () => {
  it('passes on what streams of all kinds send as it arrives, from either instance', async () => {
    // Two of each kind: nginx distributes them.
    const opening = [...KINDS, ...KINDS].map((kind) => openMcpStream(url, key, kind, '/prompts/mcp'));
    const streams = await Promise.all([
      ...opening,
      EventReader.withKey(url, key, '/prompts/api/events'),
      EventReader.withKey(url, key, '/prompts/api/events'),
    ]);
    onTestFinished(() => {
      for (const stream of streams) stream.close();
    });
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const begun = KINDS.map((kind) => (kind === 'GET' ? 0 : 1));
    const countsBefore = [...begun, ...begun, 1, 1];

    await new Client(new Api(`http://127.0.0.1:${services[0].port}`), key).createPrompt();

    await Promise.all(streams.map((stream, index) => stream.waitFor((countsBefore[index] ?? 0) + 1)));
  });
});
