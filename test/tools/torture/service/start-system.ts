import { Installation } from '../../../support/service/installation.ts';
import type { SystemUnderTest } from '../round.ts';
import { ServiceInstances } from './service-instances.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

export const SERVICES = 3;

const SETTINGS = {
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
  // Each history sends its own client address.
  PROMPTHOLD_HTTP_TRUST_PROXY: '1',
  PROMPTHOLD_LOG_LEVEL: 'error',
};

/** Starts real services on the storage. Disposing of the result stops the services and the storage. */
export async function startSystem(
  storage: StorageUnderTest,
  services = SERVICES,
): Promise<SystemUnderTest & AsyncDisposable> {
  const installation = await Installation.on(storage.url, SETTINGS);
  const instances = await ServiceInstances.start(services, (service) =>
    installation.serve({ PROMPTHOLD_STORAGE_URL: storage.urlFor(service) }),
  );
  return {
    instances,
    storage,
    [Symbol.asyncDispose]: async () => {
      await installation.dispose();
      await storage.dispose();
    },
  };
}
