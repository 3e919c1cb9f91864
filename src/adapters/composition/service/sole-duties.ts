import type { Container } from 'inversify';
import type { Configuration } from '../configuration/configuration.ts';
import { tokens } from '../wiring/tokens.ts';

/** Duties that one process has for a storage, whatever the number of processes. Several doing them would waste time. */
export class SoleDuties {
  private stopAll: (() => Promise<void>) | undefined;
  private isStopped = false;

  constructor(
    private readonly container: Container,
    private readonly configuration: Pick<Configuration, 'webhooks'>,
  ) {}

  start(): void {
    if (this.isStopped) return;
    const changeRetention = this.container.get(tokens.changeRetentionSchedule);
    changeRetention.start();
    const webhooks = this.configuration.webhooks.enabled ? this.container.get(tokens.webhookSchedule) : undefined;
    webhooks?.start();
    const searchIndex = this.container.get(tokens.searchIndexSchedule);
    searchIndex.start();
    const storageWatch = this.container.get(tokens.storageWatch);
    void storageWatch.start();
    this.stopAll = async () => {
      changeRetention.stop();
      await Promise.all([searchIndex.stop(), webhooks?.stop(), storageWatch.stop()]);
    };
  }

  /** Waits for what is in progress: it needs the storage. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.stopAll?.();
  }
}
