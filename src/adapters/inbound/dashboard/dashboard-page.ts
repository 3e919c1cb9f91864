import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { StorageUnavailable } from '../../../application/ports/storage-unavailable.ts';
import type { CheckSetup } from '../../../application/setup/check-setup.ts';
import { OUTAGE_RETRY_SECONDS } from '../http/errors/rejection.ts';
import type { StaticFiles } from './static-files.ts';

export interface PageFacts {
  /** Of the program. */
  readonly version: string;
  readonly signupOpen: boolean;
}

const START = /<!-- start: .*? -->/;

/** The one page that every address of the dashboard begins with. Which page it shows is decided in the browser. */
export class DashboardPage {
  constructor(
    private readonly files: StaticFiles,
    private readonly facts: PageFacts,
    private readonly checkSetup: CheckSetup,
  ) {}

  async answer(ctx: Context, statusOf: (setupOpen: boolean) => number = () => 200): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    const setupOpen = await this.isSetupOpen();
    const facts = JSON.stringify({ ...this.facts, setupOpen: setupOpen ?? 'unknown' });
    const start = [
      `<base href="${baseOf(ctx.path)}" />`,
      `<meta name="prompthold-start" content="${inAttribute(facts)}" />`,
      `<meta name="prompthold-style-nonce" content="${nonce}" />`,
    ];
    ctx.status = setupOpen === undefined ? 503 : statusOf(setupOpen);
    if (setupOpen === undefined) ctx.set('Retry-After', OUTAGE_RETRY_SECONDS);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Security-Policy', policy(nonce));
    ctx.set('Referrer-Policy', 'same-origin');
    ctx.set('X-Frame-Options', 'DENY');
    ctx.type = 'html';
    ctx.body = (await this.files.page()).replace(START, start.join('\n    '));
  }

  /** Undefined during an outage: the page comes all the same, and says so. */
  private async isSetupOpen(): Promise<boolean | undefined> {
    try {
      return (await this.checkSetup.execute()) === 'open';
    } catch (error) {
      if (error instanceof StorageUnavailable) return undefined;
      throw error;
    }
  }
}

/** Scripts from our files only. Mantine writes styles at run time: those bear the nonce. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * From the page's address to `/dashboard/`, relative: so it is right behind any sub-path,
 * also one that a proxy takes away before we see it and that nobody has configured.
 */
function baseOf(path: string): string {
  const depth = path.split('/').length - 1;
  return depth === 1 ? 'dashboard/' : '../'.repeat(depth - 2) || './';
}

const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
