import { randomBytes } from 'node:crypto';
import type { Cookie } from 'playwright-core';
import { Installation } from '../service/installation.ts';
import type { OpenedAccount } from '../service/open-account.ts';
import { retryWhileHashing } from '../service/retry-while-hashing.ts';
import type { ServiceProcess } from '../service/service-process.ts';
import type { FreshStorage } from '../storage/fresh-storage.ts';
import { PLAIN_HTTP_HOST } from './chromium.ts';
import { type Deployment, SUB_PATH } from './deployments.ts';
import { StrippingProxy } from './stripping-proxy.ts';

export interface User extends OpenedAccount {
  readonly password: string;
}

/** As `BrowserContext.addCookies` takes it. */
export type SessionCookie = Pick<Cookie, 'name' | 'value' | 'path' | 'domain' | 'httpOnly' | 'sameSite'>;

type Settings = Readonly<Record<string, string>>;

/** A deployed service with its dashboard and any number of users. */
export class DashboardSite {
  private constructor(
    readonly service: ServiceProcess,
    /** The address that users open, without a trailing slash. */
    readonly url: string,
    private readonly installation: Installation,
    readonly storage: FreshStorage,
    private readonly proxy: StrippingProxy | undefined,
  ) {}

  static async open({ access, fresh }: Deployment, settings: Settings = {}): Promise<DashboardSite> {
    const storage = await fresh();
    const proxy = access === 'sub-path' ? await StrippingProxy.listen(SUB_PATH) : undefined;
    const installation = await Installation.on(storage.url, {
      PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
      PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
      PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1',
      ...(proxy ? { PROMPTHOLD_HTTP_PUBLIC_URL: proxy.url } : {}),
      ...(access === 'plain-http' ? { PROMPTHOLD_HTTP_ALLOWED_HOSTS: PLAIN_HTTP_HOST } : {}),
      ...settings,
    });
    const service = await installation.serve();
    proxy?.forwardTo(service.port);
    const url = access === 'plain-http' ? service.url.replace('127.0.0.1', PLAIN_HTTP_HOST) : service.url;
    return new DashboardSite(service, url, installation, storage, proxy);
  }

  /** The address for API calls: only the browser can resolve the name of the plain-http deployment. */
  get apiUrl(): string {
    return this.url.replace(PLAIN_HTTP_HOST, '127.0.0.1');
  }

  async createUser(name = 'Ada Lovelace'): Promise<User> {
    const password = randomBytes(12).toString('hex');
    const { status, body } = await retryWhileHashing(async () => {
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const response = await fetch(`${this.apiUrl}/api/accounts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, name, password }),
      });
      return { status: response.status, body: await response.json() };
    });
    if (status !== 201) throw new Error(`no account: ${status} ${JSON.stringify(body)}`);
    return { ...(body as OpenedAccount), password };
  }

  /** Signs in without the sign-in page, for tests of other pages. */
  async startSession({ email, password }: User): Promise<SessionCookie> {
    const { status, cookie } = await retryWhileHashing(async () => {
      const response = await fetch(`${this.apiUrl}/dashboard/api/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: new URL(this.apiUrl).origin },
        body: JSON.stringify({ email, password }),
      });
      return { status: response.status, body: await response.json(), cookie: response.headers.getSetCookie().join() };
    });
    const [, name, value, path] = /^(\w+)=(\w+); Path=([^;]+);/.exec(cookie) ?? [];
    if (!name || !value || !path) throw new Error(`not signed in: ${status} ${cookie}`);
    const domain = new URL(this.url).hostname;
    return { name, value, path, domain, httpOnly: true, sameSite: 'Strict' };
  }

  /** Calls the API with this key. */
  call(
    path: string,
    key: string,
    { method = 'GET', body, headers }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    return fetch(`${this.apiUrl}/api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
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
