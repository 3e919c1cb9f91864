import { waitUntil } from '../servers/wait-until.ts';
import type { OpenedAccount } from './open-account.ts';
import { repeatUntilStopped } from './repeat-until-stopped.ts';
import type { ServiceProcess } from './service-process.ts';
import { WritingClient } from './writing-client.ts';

/** Clients that rotate keys and publish versions on every instance, and record what was acknowledged. */
export class AcknowledgedWrites {
  readonly stop: () => Promise<void>;

  private constructor(private readonly clients: readonly WritingClient[]) {
    this.stop = repeatUntilStopped(async (lane) => clients[lane]?.round(), clients.length);
  }

  /** One client per account, so that each client knows its account's current key. */
  static async start(
    services: readonly ServiceProcess[],
    accounts: readonly OpenedAccount[],
  ): Promise<AcknowledgedWrites> {
    const clients = accounts.map((account) => new WritingClient(services, account));
    for (const client of clients) await client.createPrompt();
    return new AcknowledgedWrites(clients);
  }

  /** Writes while the story happens. Returns every unacceptable response, and every acknowledged write that was lost. */
  static async during(
    services: readonly ServiceProcess[],
    accounts: readonly OpenedAccount[],
    story: (writes: AcknowledgedWrites) => Promise<void>,
  ): Promise<readonly string[]> {
    const writes = await AcknowledgedWrites.start(services, accounts);
    try {
      await story(writes);
    } finally {
      await writes.stop();
    }
    await writes.check();
    return writes.failures;
  }

  /** Every unacceptable response, and every acknowledged write that was lost. */
  get failures(): readonly string[] {
    return this.clients.flatMap(({ failures }) => failures);
  }

  /** The number of acknowledged rotations and versions of that account's client. */
  acknowledgedFor(account: OpenedAccount): number {
    const client = this.clients.find((each) => each.account === account);
    if (!client) throw new Error('no client has this account');
    return client.rotations + client.published;
  }

  /** Resolves when every client has rotated its key and published on every instance again. */
  async waitForProgress(timeoutMs?: number): Promise<void> {
    const before = this.clients.map(({ rounds }) => rounds);
    // Two, because the current round may have started before this call.
    const hasProgressed = () => this.clients.every(({ rounds }, index) => rounds >= (before[index] ?? 0) + 2);
    await waitUntil(hasProgressed, { what: 'every write is acknowledged again', timeoutMs });
  }

  /** Resolves when every client has received a 503. */
  async waitForRejections(): Promise<void> {
    const before = this.clients.map(({ rejected }) => rejected);
    const wereRejected = () => this.clients.every(({ rejected }, index) => rejected > (before[index] ?? 0));
    await waitUntil(wereRejected, { what: 'every client is rejected' });
  }

  /** Call after stop(): reads all acknowledged writes from every instance, and adds lost ones to the failures. */
  async check(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.check()));
  }
}
