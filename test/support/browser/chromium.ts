import { type Browser, chromium } from 'playwright-core';

/** Resolves to this machine, but unlike 127.0.0.1 is not a secure context on plain http. */
export const PLAIN_HTTP_HOST = 'prompthold.test';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${PLAIN_HTTP_HOST} 127.0.0.1`,
];

/** Playwright ends the browser together with this process. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGS, headless: true });
}
