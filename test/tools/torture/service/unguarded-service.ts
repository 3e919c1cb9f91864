import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfiguration } from '../../../../src/adapters/composition/configuration/configuration.ts';
import { dismantle, unlock } from '../../../../src/adapters/composition/wiring/compose.ts';
import { composeService } from '../../../../src/adapters/composition/wiring/compose-service.ts';
import { tokens } from '../../../../src/adapters/composition/wiring/tokens.ts';
import type { StreamUseCases } from '../../../../src/adapters/inbound/http/streams/open-stream.ts';
import type {
  StreamCredential,
  StreamCredentials,
} from '../../../../src/application/changes/watch/stream-credential.ts';
import type { AccountRepository } from '../../../../src/application/ports/account-repository.ts';
import type { KeyStorage } from '../../../../src/application/ports/key-storage.ts';
import type { PromptReader } from '../../../../src/application/ports/prompts/prompt-reader.ts';
import type { PromptWriter } from '../../../../src/application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { Actor, KeyCredential } from '../../../../src/domain/accounts/actor.ts';
import { KeyRotation } from '../../../../src/domain/accounts/key-rotation.ts';
import type { Session } from '../../../../src/domain/accounts/session.ts';
import { SILENT_LOG } from '../../../support/service/silent-log.ts';
import type { RunningService } from './service-instances.ts';

const BUSY_MS = 100;

/** A broken storage that replaces the account's current key instead of comparing it with the presented one. */
function withoutComparing(keys: KeyStorage, accounts: AccountRepository): KeyStorage {
  return {
    findByDigest: (...holder) => keys.findByDigest(...holder),
    findWithRevision: (...holder) => keys.findWithRevision(...holder),
    wasApplied: (rotation) => keys.wasApplied(rotation),
    reseal: (accountId, held, sealed) => keys.reseal(accountId, held, sealed),
    rotations: (accountId, page) => keys.rotations(accountId, page),
    apply: async ({ accountId, issued, origin }) => {
      // Lets other requests interleave, as they do when services run in separate processes.
      await delay(BUSY_MS);
      for (;;) {
        const account = await accounts.find(accountId);
        if (!account) return 'superseded';
        const blind = KeyRotation.of(accountId, account.key.digest, issued, origin);
        if ((await keys.apply(blind)) === 'applied') return 'applied';
      }
    },
  };
}

/** Broken writes that do not check whether the account still has the key that the request was admitted with. */
const ofAnyKey = <Write extends { readonly by: Actor }>(write: Write): Write => ({
  ...write,
  by: { channel: write.by.channel },
});

const withoutCredential = (writer: PromptWriter): PromptWriter => ({
  create: (creation) => writer.create(ofAnyKey(creation)),
  revise: (revision) => writer.revise(ofAnyKey(revision)),
  remove: (removal) => writer.remove(ofAnyKey(removal)),
  confirm: (read, { channel }) => writer.confirm(read, { channel }),
});

/** Broken streams that look up their key only when they are opened. */
function withoutLookUp(useCases: StreamUseCases, prompts: PromptReader): StreamUseCases {
  let streams = 0;
  const ofOwner = (owner: AccountId): StreamCredential => {
    streams += 1;
    return { identity: `stream ${streams}`, check: () => prompts.readRevision(owner) };
  };
  const ofKey = (_key: KeyCredential, owner: AccountId) => ofOwner(owner);
  const credentials = { ofKey, ofSession: ({ accountId }: Session) => ofOwner(accountId) };
  return { ...useCases, streamCredentials: credentials as StreamCredentials };
}

/** Broken readings that show what the includes of a locked label are by now. */
const withoutLocks = (reader: PromptReader): PromptReader =>
  Object.assign(Object.create(reader) as PromptReader, {
    read: async (...choice: Parameters<PromptReader['read']>) => {
      const reading = await reader.read(...choice);
      return reading && { ...reading, lock: undefined };
    },
  });

/** What the service does not compare with the account's key, or the locks that it ignores. */
export type Defect = 'reset' | 'write' | 'stream' | 'lock';

function weaken(container: Awaited<ReturnType<typeof composeService>>, defect: Defect): void {
  const ports = container.get(tokens.ports);
  switch (defect) {
    case 'reset': {
      const keyStorage = withoutComparing(ports.keyStorage, ports.accountRepository);
      container.rebind(tokens.ports).toConstantValue({ ...ports, keyStorage });
      return;
    }
    case 'write': {
      const promptWriter = withoutCredential(ports.promptWriter);
      container.rebind(tokens.ports).toConstantValue({ ...ports, promptWriter });
      return;
    }
    case 'lock': {
      container.rebind(tokens.ports).toConstantValue({ ...ports, promptReader: withoutLocks(ports.promptReader) });
      return;
    }
    case 'stream': {
      const useCases = container.get(tokens.useCases);
      const events = withoutLookUp(useCases.events, ports.promptReader);
      container.rebind(tokens.useCases).toConstantValue({ ...useCases, events });
    }
  }
}

/** An in-process service on SQLite. */
export async function startUnguardedService(folder: string, defect: Defect): Promise<RunningService & AsyncDisposable> {
  const { configuration } = loadConfiguration({
    environment: {
      PROMPTHOLD_STORAGE_URL: `sqlite:${join(folder, 'prompthold.db')}`,
      PROMPTHOLD_KEYRING_FILE: join(folder, 'keyring.json'),
      PROMPTHOLD_HTTP_PORT: '0',
      PROMPTHOLD_HTTP_TRUST_PROXY: '1',
      PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
      PROMPTHOLD_ACCOUNTS_SIGNUPS_PER_HOUR: '1000000',
    },
  });
  const container = await composeService(configuration, SILENT_LOG);
  await container.get(tokens.storage).storageAdministration.migrate();
  await unlock(container, configuration);
  weaken(container, defect);

  const service = container.get(tokens.httpService);
  return {
    url: await service.listen(),
    exited: new Promise(() => {}),
    messages: '',
    signal: () => {},
    [Symbol.asyncDispose]: async () => {
      await service.drain();
      await dismantle(container);
    },
  };
}
