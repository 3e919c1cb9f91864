import type { Container, ServiceIdentifier } from 'inversify';
import { pino } from 'pino';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { compose } from '../../../src/adapters/composition/wiring/compose.ts';
import { tokens } from '../../../src/adapters/composition/wiring/tokens/tokens.ts';
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
    replace(container, tokens.clock, strictClock);
    replace(container, tokens.passwordHashing, countSteps(new InstantHashing(), ['hash', 'verify']));
    replace(container, tokens.signInGate, countSteps(container.get(tokens.signInGate), ['enter']));
    replace(container, tokens.signUpGate, countSteps(container.get(tokens.signUpGate), ['enter']));
    const issued: ApiKey[] = [];
    const sealing = recordKeys(container.get(tokens.keySealing), issued);
    replace(container, tokens.keySealing, countSteps(sealing, ['seal', 'open']));
    // As every start does, so that connecting is not a step of a use case.
    const administration = container.get(tokens.storageAdministration);
    await administration.migrate();
    await administration.ping();
    return new Application(container, issued);
  }

  get<Service>(token: ServiceIdentifier<Service>): Service {
    return this.container.get(token);
  }

  async check(): Promise<readonly StorageFault[]> {
    const { storageReader, storageMaintenance, contentHashing, clock, keySealing, webhookSecretSealing } = tokens;
    const check = new CheckStorage(
      new RowStorageContents(this.get(storageReader)),
      this.get(storageMaintenance),
      this.get(contentHashing),
      this.get(clock),
      this.get(keySealing),
      this.get(webhookSecretSealing),
    );
    return Array.fromAsync(check.execute());
  }

  async close(): Promise<void> {
    await this.container.unbindAllAsync();
  }
}

function replace<Service>(container: Container, token: ServiceIdentifier<Service>, service: Service): void {
  container.unbind(token);
  container.bind(token).toConstantValue(service);
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
