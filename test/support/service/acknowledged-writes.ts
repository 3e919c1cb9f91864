import { waitUntil } from '../servers/wait-until.ts';
import type { OpenedAccount } from './open-account.ts';
import type { ServiceProcess } from './service-process.ts';
import { WritingClient } from './writing-client.ts';

/** Clients that reset keys and publish versions on every instance, and remember what was acknowledged. */
export class AcknowledgedWrites {
  private readonly clients: readonly WritingClient[];
  private readonly loops: readonly Promise<void>[];
  private stopped = false;

  private constructor(clients: readonly WritingClient[]) {
    this.clients = clients;
    this.loops = clients.map(async (client) => {
      while (!this.stopped) await client.round();
    });
  }

  /** One client for each account: only so can it know which key is the account's. */
  static async begin(
    services: readonly ServiceProcess[],
    accounts: readonly OpenedAccount[],
    password: string,
  ): Promise<AcknowledgedWrites> {
    const clients = accounts.map((account) => new WritingClient(services, account, password));
    for (const client of clients) await client.createPrompt();
    return new AcknowledgedWrites(clients);
  }

  /** Every answer that no caller should ever get, and everything acknowledged that was found to be gone. */
  get failures(): readonly string[] {
    return this.clients.flatMap(({ failures }) => failures);
  }

  /** How many resets and versions that account's client was told to have succeeded. */
  acknowledgedFor(account: OpenedAccount): number {
    const client = this.clients.find((each) => each.account === account);
    if (!client) throw new Error('the account has a client');
    return client.resets + client.published;
  }

  /** Resolves when every client has reset its key and published on every instance once more. */
  async goOn(timeoutMs: number): Promise<void> {
    const before = this.clients.map(({ rounds }) => rounds);
    // Two, because the round that is under way may have begun before.
    const wentOn = () => this.clients.every(({ rounds }, index) => rounds >= (before[index] ?? 0) + 2);
    await waitUntil(wentOn, { what: 'every write is acknowledged again', timeoutMs });
  }

  /** Resolves when every client was told that the service cannot answer. */
  async areRefused(timeoutMs: number): Promise<void> {
    const before = this.clients.map(({ refused }) => refused);
    const wereRefused = () => this.clients.every(({ refused }, index) => refused > (before[index] ?? 0));
    await waitUntil(wereRefused, { what: 'every client is refused', timeoutMs });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  /** After the end: asks every instance for all that was acknowledged. What is missing is among the failures. */
  async check(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.check()));
  }
}
