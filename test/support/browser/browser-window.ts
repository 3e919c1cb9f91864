import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';

/** The browser reports every error response. Whether it was expected is for the test to check. */
const REJECTED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Reports violations of the content security policy on the console. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('content security policy: ' + event.violatedDirective + ' forbids ' + event.blockedURI))`;

/** Only detects hangs. */
const TIMEOUT_MS = 60_000;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A browser window with its own cookies. It records everything that a page must never do. */
export class BrowserWindow {
  /** Uncaught errors, console errors, requests to other hosts and violations of the content security policy. */
  readonly violations: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly site: string,
  ) {
    context.on('request', (request) => this.checkAddress(request.url()));
    context.on('console', (message) => this.checkMessage(message));
    context.on('weberror', (error) => this.violations.push(`page error: ${error.error().stack}`));
    page.on('websocket', (socket) => this.checkAddress(socket.url()));
  }

  static async open(browser: Browser, site: string, options: BrowserContextOptions = {}): Promise<BrowserWindow> {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addInitScript(REPORT_VIOLATIONS);
    return new BrowserWindow(context, await context.newPage(), site);
  }

  readonly goTo = async (path: string): Promise<void> => {
    await this.page.goto(`${this.site}/dashboard${path}`);
  };

  /** Signs in on the sign-in page, which then opens the path. */
  async signIn({ email, password }: Credentials, path = '/'): Promise<void> {
    await this.goTo(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
    await this.submitSignIn({ email, password });
    await this.page.getByRole('button', { name: /^Account of / }).waitFor();
  }

  readonly submitSignIn = async ({ email, password }: Credentials): Promise<void> => {
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  };

  readonly submitAccount = async ({
    name,
    email,
    password,
  }: Credentials & { readonly name: string }): Promise<void> => {
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Create account' }).click();
  };

  /** Reads the clipboard by pasting it into another page. */
  async readClipboard(): Promise<string> {
    const page = await this.context.newPage();
    await page.setContent('<textarea aria-label="Clipboard"></textarea>');
    const field = page.getByLabel('Clipboard');
    await field.press('Control+V');
    const text = await field.inputValue();
    await page.close();
    return text;
  }

  private checkAddress(address: string): void {
    const { protocol, host } = new URL(address);
    if (protocol !== 'data:' && protocol !== 'blob:' && host !== new URL(this.site).host)
      this.violations.push(`request to ${address}`);
  }

  private checkMessage(message: ConsoleMessage): void {
    if (message.type() !== 'error' || REJECTED.test(message.text())) return;
    this.violations.push(`console: ${message.text()}`);
  }
}
