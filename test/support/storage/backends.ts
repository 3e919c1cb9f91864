import { pino } from 'pino';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { compose } from '../../../src/adapters/composition/wiring/compose.ts';
import type { Ports } from '../../../src/adapters/composition/wiring/ports.ts';
import { tokens } from '../../../src/adapters/composition/wiring/tokens.ts';
import { RecordedSignInThrottle } from '../../../src/adapters/outbound/throttle/recorded-sign-in-throttle.ts';
import { RecordedSignUpThrottle } from '../../../src/adapters/outbound/throttle/recorded-sign-up-throttle.ts';
import type { Quotas } from '../../../src/domain/prompts/quotas.ts';
import { inMemoryPorts } from '../in-memory/in-memory-ports.ts';
import type { PromptPorts } from '../in-memory/prompt-ports.ts';
import { wantedStorages } from '../servers/wanted-storages.ts';
import { realStorages } from './fresh-storage.ts';

/** The ports that a backend implements. */
export interface StoragePorts {
  readonly accounts: Ports['accountRepository'];
  readonly keys: Ports['keyStorage'];
  readonly register: Ports['keyringRegister'];
  readonly sessions: Ports['sessionStore'];
  readonly throttle: Ports['signInThrottle'];
  readonly signUpThrottle: Ports['signUpThrottle'];
  readonly responseRecords: Ports['responseRecords'];
  readonly prompts: PromptPorts;
  readonly usage: Ports['usageLog'];
  readonly webhooks: Ports['webhooks'];
  readonly deliveries: Ports['webhookDeliveries'];
  readonly reader: Ports['storageReader'];
  readonly writer: Ports['storageWriter'];
  close(): Promise<void>;
}

/** An empty storage for one test, which several instances can connect to. */
export interface EmptyStorage {
  connect(quotas?: Partial<Quotas>): Promise<StoragePorts>;
  dispose(): Promise<void>;
}

export type CreateStorage = () => Promise<EmptyStorage>;

const inMemory: CreateStorage = async () => {
  const ports = inMemoryPorts();
  return { connect: async (quotas) => (quotas ? ports.within(quotas) : ports), dispose: async () => {} };
};

/** Connects through the composition root, as the service does. */
export async function connectTo(url: string, settings: Readonly<Record<string, string>> = {}): Promise<StoragePorts> {
  const { configuration } = loadConfiguration({ environment: { PROMPTHOLD_STORAGE_URL: url, ...settings } });
  const container = await compose(configuration, pino({ level: 'silent' }));
  const storage = container.get(tokens.storage);
  await storage.storageAdministration.migrate();
  return {
    accounts: storage.accountRepository,
    keys: storage.keyStorage,
    register: storage.keyringRegister,
    sessions: storage.sessionStore,
    throttle: new RecordedSignInThrottle(storage.throttleRecords),
    signUpThrottle: new RecordedSignUpThrottle(storage.throttleRecords, configuration.accounts.signupsPerHour),
    responseRecords: storage.responseRecords,
    prompts: {
      reader: storage.promptReader,
      catalog: storage.promptCatalog,
      search: storage.promptSearch,
      indexing: storage.searchIndexing,
      writer: storage.promptWriter,
      archive: storage.promptArchive,
      protection: storage.protectedLabels,
      pendingLocks: storage.pendingLocks,
      changes: storage.promptChanges,
    },
    usage: storage.usageLog,
    webhooks: storage.webhooks,
    deliveries: storage.webhookDeliveries,
    reader: storage.storageReader,
    writer: storage.storageWriter,
    close: () => container.unbindAllAsync(),
  };
}

const toSettings = ({ prompts, versionsPerPrompt, contentBytes }: Partial<Quotas> = {}) => ({
  ...(prompts === undefined ? {} : { PROMPTHOLD_LIMITS_PROMPTS: `${prompts}` }),
  ...(versionsPerPrompt === undefined ? {} : { PROMPTHOLD_LIMITS_VERSIONS_PER_PROMPT: `${versionsPerPrompt}` }),
  ...(contentBytes === undefined ? {} : { PROMPTHOLD_LIMITS_CONTENT_BYTES: `${contentBytes}` }),
});

/** Every backend that must fulfil the contracts, unless STORAGE narrows the run. */
export interface Backend {
  readonly name: string;
  readonly createStorage: CreateStorage;
}

export const backends: readonly Backend[] = [
  ...(wantedStorages().includes('in-memory') ? [{ name: 'in-memory', createStorage: inMemory }] : []),
  ...realStorages.map(({ name, fresh }) => ({
    name,
    createStorage: async (): Promise<EmptyStorage> => {
      const { url, dispose } = await fresh();
      return { connect: (quotas) => connectTo(url, toSettings(quotas)), dispose };
    },
  })),
];
