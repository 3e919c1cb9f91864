import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import type { CheckSetup } from '../../../../application/setup/check-setup.ts';
import { OUTAGE_RETRY_SECONDS } from '../../http/errors/rejection.ts';
import { setDocumentHeaders } from '../../http/response/document-headers.ts';
import type { PresentedAccount } from '../accounts/present-account.ts';
import type { StaticFiles } from './static-files.ts';

/** Sent inside the page. */
export interface ServerInfo {
  readonly version: string;
  readonly signupOpen: boolean;
  readonly webhooksEnabled: boolean;
  /** The configured one; null if the address of the page is the best that anyone knows. */
  readonly publicUrl: string | null;
  /** True until the first account is opened; unknown during a storage outage. */
  readonly setupOpen: boolean | 'unknown';
  /**
   * The signed-in account, which spares the page a request before all others. Null if the page has to ask for it:
   * browsers do not send the cookie when a link of another site was followed.
   */
  readonly account: PresentedAccount | null;
}

const START = /<!-- start: .*? -->/;

/** The HTML page of every dashboard address. The browser decides which page it shows. */
export class DashboardPage {
  constructor(
    private readonly files: StaticFiles,
    private readonly info: Omit<ServerInfo, 'setupOpen' | 'account'>,
    private readonly checkSetup: CheckSetup,
    private readonly publicUrl: () => string,
    private readonly findAccount: (ctx: Context) => Promise<PresentedAccount | undefined>,
  ) {}

  async respond(ctx: Context, statusOf: (setupOpen: boolean) => number = () => 200): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    const setupOpen = await unlessOutage(async () => (await this.checkSetup.execute()) === 'open');
    const account = (await unlessOutage(() => this.findAccount(ctx))) ?? null;
    const info: ServerInfo = { ...this.info, setupOpen: setupOpen ?? 'unknown', account };
    const start = [
      `<base href="${baseOf(ctx.path)}" />`,
      `<meta name="prompthold-start" content="${escapeAttribute(JSON.stringify(info))}" />`,
      `<meta name="prompthold-style-nonce" content="${nonce}" />`,
    ];
    ctx.status = setupOpen === undefined ? 503 : statusOf(setupOpen);
    if (setupOpen === undefined) ctx.set('Retry-After', OUTAGE_RETRY_SECONDS);
    ctx.set('Cache-Control', 'no-store');
    setDocumentHeaders(ctx, policy(nonce), this.publicUrl());
    ctx.type = 'html';
    const html = await this.files.page();
    // A function, because in a text `$&` would stand for what is replaced, and names may contain it.
    ctx.body = html.replace(START, () => start.join('\n    ')).replace('<style>', `<style nonce="${nonce}">`);
  }
}

/** Undefined during an outage: the page is sent anyway, and reports it. */
async function unlessOutage<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

/** Allows scripts from our own files only. The styles in the page, and those that Mantine adds at run time, carry the nonce. */
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
 * The path from the page to `/dashboard/`. It is relative, so that it works below any path that a proxy strips,
 * even one that is not configured.
 */
function baseOf(path: string): string {
  const depth = path.split('/').length - 1;
  return depth === 1 ? 'dashboard/' : '../'.repeat(depth - 2) || './';
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
