import { Installation } from '../../../support/service/an-installation.ts';
import type { Rig } from '../round.ts';
import { Fleet } from './fleet.ts';
import type { TorturedStorage } from './tortured-storage.ts';

export const SERVICES = 3;

const SETTINGS = {
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
  // Each history comes from an address of its own.
  PROMPTHOLD_HTTP_TRUST_PROXY: '1',
  PROMPTHOLD_LOG_LEVEL: 'error',
};

/** Real services on that storage, which is disposed of together with them. */
export async function startRig(storage: TorturedStorage, services = SERVICES): Promise<Rig & AsyncDisposable> {
  const installation = await Installation.on(storage.url, SETTINGS);
  const fleet = await Fleet.start(services, (service) =>
    installation.serve({ PROMPTHOLD_STORAGE_URL: storage.urlFor(service) }),
  );
  return {
    fleet,
    storage,
    [Symbol.asyncDispose]: async () => {
      await installation.dispose();
      await storage.dispose();
    },
  };
}
