import { type Browser, chromium } from 'playwright-core';

/** A name that leads to this machine and that browsers do not trust like 127.0.0.1: no secure context on plain http. */
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

/** It ends with the process that launched it: Playwright sees to that. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGS, headless: true });
}
