import { afterAll, beforeAll } from 'vitest';
import { Installation } from '../../../support/service/installation.ts';
import { AccountOpener } from '../../../support/service/open-account.ts';
import type { FreshStorage } from '../../../support/storage/fresh-storage.ts';
import { Api } from './api.ts';

/** Two instances on one storage, each trusting one proxy, with webhooks that may reach this machine. */
export interface TwoServices {
  readonly installation: Installation;
  dispose(): Promise<void>;
  /** Sign-up is open, and CORS allows `ALLOWED_ORIGIN`. */
  readonly first: Api;
  /** Sign-up is closed, and CORS allows no origin. */
  readonly second: Api;
}

export const ALLOWED_ORIGIN = 'https://app.example.com';

export async function startTwoServices(storageUrl: string): Promise<TwoServices> {
  const installation = await Installation.on(storageUrl, {
    PROMPTHOLD_HTTP_TRUST_PROXY: '1',
    PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
    PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1',
  });
  const [first, second] = await Promise.all([
    installation.serve({ PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_CORS_ORIGINS: ALLOWED_ORIGIN }),
    installation.serve(),
  ]);
  const opener = await AccountOpener.on(installation.settings);
  return {
    installation,
    first: new Api(first.url, opener),
    second: new Api(second.url, opener),
    dispose: async () => {
      await opener.close();
      await installation.dispose();
    },
  };
}

/** Starts them before the tests of a suite, on a storage of their own. Tests share the services, but never an account. */
export function twoServices(fresh: () => Promise<FreshStorage>): () => TwoServices {
  let storage: FreshStorage;
  let services: TwoServices;

  beforeAll(async () => {
    storage = await fresh();
    services = await startTwoServices(storage.url);
  });

  afterAll(async () => {
    await services.dispose();
    await storage.dispose();
  });

  return () => services;
}
