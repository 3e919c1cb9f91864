import { randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { Installation } from '../service/an-installation.ts';
import type { OpenedAccount } from '../service/open-account.ts';
import { untilHashed } from '../service/retry-while-hashing.ts';
import type { ServiceProcess } from '../service/service-process.ts';
import type { FreshStorage } from '../storage/fresh-storage.ts';
import { PLAIN_HTTP_HOST } from './chromium.ts';
import { type Setting, SUB_PATH } from './deployments.ts';
import { StrippingProxy } from './stripping-proxy.ts';

export interface Person extends OpenedAccount {
  readonly password: string;
}

type Settings = Readonly<Record<string, string>>;

/** A service with its dashboard in one of the settings, and any number of people with accounts. */
export class DashboardSite {
  private constructor(
    readonly service: ServiceProcess,
    /** The address that people type, without a slash at its end. */
    readonly url: string,
    private readonly installation: Installation,
    readonly storage: FreshStorage,
    private readonly proxy: StrippingProxy | undefined,
  ) {}

  static async open({ door, fresh }: Setting, settings: Settings = {}): Promise<DashboardSite> {
    const storage = await fresh();
    const proxy = door === 'sub-path' ? await StrippingProxy.listen(SUB_PATH) : undefined;
    const installation = await Installation.on(storage.url, {
      PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
      ...(proxy ? { PROMPTHOLD_HTTP_PUBLIC_URL: proxy.url } : {}),
      ...settings,
    });
    const service = await installation.serve();
    proxy?.leadTo(service.port);
    const url = door === 'plain-http' ? service.url.replace('127.0.0.1', PLAIN_HTTP_HOST) : service.url;
    return new DashboardSite(service, url, installation, storage, proxy);
  }

  /** The address that programs on this machine call: they cannot resolve the name that only the browser knows. */
  get apiUrl(): string {
    return this.url.replace(PLAIN_HTTP_HOST, '127.0.0.1');
  }

  async newPerson(name = 'Ada Lovelace'): Promise<Person> {
    const password = randomBytes(12).toString('hex');
    const { status, body } = await untilHashed(async () => {
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const answer = await fetch(`${this.apiUrl}/api/accounts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, name, password }),
      });
      return { status: answer.status, body: await answer.json() };
    });
    if (status !== 201) throw new Error(`no account: ${status} ${JSON.stringify(body)}`);
    return { ...(body as OpenedAccount), password };
  }

  /** Lets a browser in past the sign-in page, for tests that are not about that: it does not ask twice, as we do. */
  async letIn(context: BrowserContext, { email, password }: Person): Promise<void> {
    const { status, cookie } = await untilHashed(async () => {
      const answer = await fetch(`${this.apiUrl}/dashboard/api/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: new URL(this.apiUrl).origin },
        body: JSON.stringify({ email, password }),
      });
      return { status: answer.status, body: await answer.json(), cookie: answer.headers.getSetCookie().join() };
    });
    const [, name, value, path] = /^(\w+)=(\w+); Path=([^;]+);/.exec(cookie) ?? [];
    if (!name || !value || !path) throw new Error(`not signed in: ${status} ${cookie}`);
    const domain = new URL(this.url).hostname;
    await context.addCookies([{ name, value, path, domain, httpOnly: true, sameSite: 'Strict' }]);
  }

  /** A call of the API, as a program with this key makes it. */
  call(
    path: string,
    key: string,
    { method = 'GET', body }: { method?: string; body?: unknown } = {},
  ): Promise<Response> {
    return fetch(`${this.apiUrl}/api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async dispose(): Promise<void> {
    await this.installation.dispose();
    await this.proxy?.close();
    await this.storage.dispose();
  }
}
