import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';

/** How the browser reports an answer that is no success. Whether it should have been one, a test of the page says. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** What the policy forbids becomes a message like any other. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('content security policy: ' + event.violatedDirective + ' forbids ' + event.blockedURI))`;

/** Of waiting for anything on a page: only how long a hang takes to be told. */
const PATIENCE_MS = 60_000;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Somebody with a browser of their own: no cookies yet. Everything that a page must never do is held against it. */
export class Visitor {
  /** What went wrong behind the page's back. Empty for a page in order. */
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly site: string,
  ) {
    context.on('request', (request) => this.checkAddress(request.url()));
    context.on('console', (message) => this.checkMessage(message));
    context.on('weberror', (error) => this.complaints.push(`page error: ${error.error().stack}`));
    page.on('websocket', (socket) => this.checkAddress(socket.url()));
  }

  static async of(browser: Browser, site: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(REPORT_VIOLATIONS);
    return new Visitor(context, await context.newPage(), site);
  }

  readonly goTo = async (path: string): Promise<void> => {
    await this.page.goto(`${this.site}/dashboard${path}`);
  };

  /** Through the sign-in page, which leads back to where one wanted to go. */
  async signIn({ email, password }: Credentials, path = '/'): Promise<void> {
    await this.goTo(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
    await this.fillIn({ email, password });
    await this.page.getByRole('button', { name: /^Account of / }).waitFor();
  }

  readonly fillIn = async ({ email, password }: Credentials): Promise<void> => {
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  };

  /** What is on the clipboard, found out as people do: by pasting it somewhere. */
  async paste(): Promise<string> {
    const pad = await this.context.newPage();
    await pad.setContent('<textarea aria-label="Pad"></textarea>');
    const field = pad.getByLabel('Pad');
    await field.press('Control+V');
    const text = await field.inputValue();
    await pad.close();
    return text;
  }

  private checkAddress(address: string): void {
    const { protocol, host } = new URL(address);
    if (protocol !== 'data:' && protocol !== 'blob:' && host !== new URL(this.site).host)
      this.complaints.push(`request to ${address}`);
  }

  private checkMessage(message: ConsoleMessage): void {
    if (message.type() !== 'error' || REFUSED.test(message.text())) return;
    this.complaints.push(`console: ${message.text()}`);
  }
}
