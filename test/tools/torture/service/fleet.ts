/** One of the services: a process, unless a test puts something else in its place. */
export interface RunningService {
  readonly url: string;
  readonly exited: Promise<unknown>;
  /** What it wrote when something went wrong. */
  readonly messages: string;
  signal(signal: NodeJS.Signals): void;
}

export type Launch = (service: number) => Promise<RunningService>;

/** Services on one storage. One that was killed comes back at another address, in the same place. */
export class Fleet {
  /** Those that ended although nobody has killed them. */
  readonly crashes: string[] = [];
  private readonly services: RunningService[] = [];
  private readonly killed = new WeakSet<RunningService>();

  private constructor(private readonly launch: Launch) {}

  static async start(size: number, launch: Launch): Promise<Fleet> {
    const fleet = new Fleet(launch);
    for (let service = 0; service < size; service += 1) await fleet.restart(service);
    return fleet;
  }

  get size(): number {
    return this.services.length;
  }

  url(service: number): string {
    return this.at(service).url;
  }

  async kill(service: number): Promise<void> {
    const running = this.at(service);
    this.killed.add(running);
    running.signal('SIGKILL');
    await running.exited;
  }

  async restart(service: number): Promise<void> {
    const running = await this.launch(service);
    this.services[service] = running;
    void running.exited.then((code) => {
      if (!this.killed.has(running)) this.crashes.push(`service ${service} ended with ${code}: ${running.messages}`);
    });
  }

  pause(service: number): void {
    this.at(service).signal('SIGSTOP');
  }

  resume(service: number): void {
    this.at(service).signal('SIGCONT');
  }

  private at(service: number): RunningService {
    const running = this.services[service];
    if (!running) throw new Error(`there is a service ${service}`);
    return running;
  }
}
