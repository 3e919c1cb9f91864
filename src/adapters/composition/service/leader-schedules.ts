import type { Container } from 'inversify';
import type { Configuration } from '../configuration/configuration.ts';
import { tokens } from '../wiring/tokens.ts';

interface Schedule {
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

/** Schedules that one process runs for a storage, whatever the number of processes. Several running them would waste time. */
export class LeaderSchedules {
  private running: readonly Schedule[] = [];
  private isStopped = false;

  constructor(
    private readonly container: Container,
    private readonly configuration: Pick<Configuration, 'webhooks'>,
  ) {}

  start(): void {
    if (this.isStopped) return;
    const { changeRetentionSchedule, searchIndexSchedule, storageWatch, webhookSchedule } = tokens;
    const optional = this.configuration.webhooks.enabled ? [webhookSchedule] : [];
    this.running = [changeRetentionSchedule, ...optional, searchIndexSchedule, storageWatch].map((schedule) =>
      this.container.get<Schedule>(schedule),
    );
    for (const schedule of this.running) void schedule.start();
  }

  /** Waits for what is in progress: it needs the storage. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.running.map((schedule) => schedule.stop()));
  }
}
