import { get } from 'node:http';
import type { JsonOption } from '../host/command-host.ts';
import type { Terminal } from '../terminal/terminal.ts';

const READY_MS = 4000;

/** `prompthold doctor --ready`. Containers run it often, so that it loads no package. */
export async function checkReady(url: string, terminal: Terminal, { json }: JsonOption): Promise<number> {
  const status = await requestStatus(url);
  const ready = status === 200;
  if (json) terminal.print(JSON.stringify({ ready, url }));
  else terminal.report(ready ? 'The service is ready.' : `The service is not ready: ${url} (${status}).`);
  return ready ? 0 : 1;
}

/** Avoids fetch, which blocks some ports that a service may listen on. */
function requestStatus(url: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: READY_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy(new Error('no response')));
    request.on('error', (error) => resolve(`${'code' in error ? error.code : error.message}`));
  });
}
