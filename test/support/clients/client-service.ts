import { afterAll, onTestFinished } from 'vitest';
import {
  Prompthold,
  type PromptholdEvent,
  type PromptholdOptions,
} from '../../../clients/typescript/src/client/prompthold-client.ts';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../servers/wait-until.ts';
import { ServiceProcess } from '../service/service-process.ts';
import { FaultyProxy } from './faulty-proxy.ts';

/** A client under test, and everything it reports. */
export interface TestClient {
  readonly prompts: Prompthold;
  readonly events: PromptholdEvent[];
  /** Resolves when an event of this kind has arrived that the predicate accepts. */
  waitFor(kind: PromptholdEvent['kind'], isWanted?: (event: PromptholdEvent) => boolean): Promise<void>;
}

/** A real service with one account, behind a proxy for each test. */
export class ClientService {
  private constructor(
    readonly url: string,
    /** Writes prompts, past the proxy. */
    readonly author: Client,
  ) {}

  /** Runs until all tests of the file are done. */
  static async forFile(): Promise<ClientService> {
    const service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    afterAll(() => service.dispose());
    const api = new Api(service.url);
    const { token } = await api.openAccount();
    return new ClientService(service.url, new Client(api, token));
  }

  get key(): string {
    return this.author.key;
  }

  /** Another account, for tests that change its key or need all of its prompts. */
  async newAuthor(): Promise<Client> {
    const { token } = await this.author.api.openAccount();
    return new Client(this.author.api, token);
  }

  async proxy(): Promise<FaultyProxy> {
    const proxy = await FaultyProxy.start(this.url);
    onTestFinished(() => proxy.close());
    return proxy;
  }

  /** By default without a stream, so that every request is made by the test. */
  client(options: PromptholdOptions = {}): TestClient {
    return aClient({ url: this.url, key: this.key, refresh: 'always', ...options });
  }
}

/** Closed when the test ends. */
export function aClient(options: PromptholdOptions): TestClient {
  const events: PromptholdEvent[] = [];
  const prompts = new Prompthold({ ...options, onEvent: (event) => events.push(event) });
  onTestFinished(() => prompts.close());
  return {
    prompts,
    events,
    waitFor: (kind, isWanted = () => true) =>
      waitUntil(() => events.some((event) => event.kind === kind && isWanted(event)), {
        what: `the client reports ${kind} (so far: ${JSON.stringify(events)})`,
      }),
  };
}

export const waitForStream = ({ waitFor }: TestClient): Promise<void> =>
  waitFor('stream', (event) => event.kind === 'stream' && event.state === 'connected');
