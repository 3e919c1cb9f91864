import type { Container } from 'inversify';
import { pino } from 'pino';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { compose } from '../../../src/adapters/composition/wiring/compose.ts';
import type { Ports } from '../../../src/adapters/composition/wiring/ports.ts';
import { tokens } from '../../../src/adapters/composition/wiring/tokens.ts';
import type { UseCases } from '../../../src/adapters/composition/wiring/use-cases.ts';
import type { CurrentKeyring } from '../../../src/adapters/outbound/crypto/keyring/current-keyring.ts';
import { RowStorageContents } from '../../../src/adapters/outbound/rows/row-storage-contents.ts';
import { CheckStorage } from '../../../src/application/maintenance/check-storage.ts';
import type { Clock } from '../../../src/application/ports/environment.ts';
import type { KeySealing } from '../../../src/application/ports/secrets.ts';
import type { StorageFault } from '../../../src/application/ports/storage/storage-maintenance.ts';
import type { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import { InstantHashing } from '../../support/in-memory/an-application.ts';
import { Failpoint } from './failpoint.ts';

/** A strictly increasing clock, so that lists by time have a definite order. */
let last = 0;
const strictClock: Clock = {
  now: () => {
    last = Math.max(last + 1, Date.now());
    return new Date(last);
  },
};

/** The application as the service composes it, on a real storage, but with fast password hashing. */
export class Application {
  private constructor(
    private readonly container: Container,
    /** Every key created here, even if it was never returned. */
    readonly issued: readonly ApiKey[],
  ) {}

  static async on(storageUrl: string, keyring: CurrentKeyring): Promise<Application> {
    const { configuration } = loadConfiguration({ environment: { PROMPTHOLD_STORAGE_URL: storageUrl } });
    const container = await compose(configuration, pino({ level: 'silent' }));
    container.bind(tokens.keyring).toConstantValue(keyring);
    const ports = container.get(tokens.ports);
    const issued: ApiKey[] = [];
    container.rebind(tokens.ports).toConstantValue({
      ...ports,
      clock: strictClock,
      passwordHashing: countSteps(new InstantHashing(), ['hash', 'verify']),
      signInGate: countSteps(ports.signInGate, ['enter']),
      signUpGate: countSteps(ports.signUpGate, ['enter']),
      keySealing: countSteps(recordKeys(ports.keySealing, issued), ['seal', 'open']),
    });
    // As every start does, so that connecting is not a step of a use case.
    await ports.storageAdministration.migrate();
    await ports.storageAdministration.ping();
    return new Application(container, issued);
  }

  get ports(): Ports {
    return this.container.get(tokens.ports);
  }

  get useCases(): UseCases {
    return this.container.get(tokens.useCases);
  }

  async check(): Promise<readonly StorageFault[]> {
    const { storageReader, storageMaintenance, contentHashing, clock, keySealing, webhookSecretSealing } = this.ports;
    const check = new CheckStorage(
      new RowStorageContents(storageReader),
      storageMaintenance,
      contentHashing,
      clock,
      keySealing,
      webhookSecretSealing,
    );
    return Array.fromAsync(check.execute());
  }

  async close(): Promise<void> {
    await this.container.unbindAllAsync();
  }
}

/** Records every key before it is sealed. */
const recordKeys = (sealing: KeySealing, issued: ApiKey[]): KeySealing =>
  Object.assign(Object.create(sealing), {
    seal: (...[key, owner]: Parameters<KeySealing['seal']>) => {
      issued.push(key);
      return sealing.seal(key, owner);
    },
  });

/** Counts calls of these asynchronous methods as steps. */
function countSteps<Port extends object>(port: Port, methods: readonly (keyof Port & string)[]): Port {
  return new Proxy(port, {
    get(_, name) {
      const member: unknown = Reflect.get(port, name, port);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const work = () => member.apply(port, values);
        const isCounted = methods.some((method) => method === name);
        return Failpoint.current && isCounted ? Failpoint.current.step(String(name), work) : work();
      };
    },
  });
}
