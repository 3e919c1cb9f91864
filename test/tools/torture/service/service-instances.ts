/** One running service: a process, unless a test substitutes something else. */
export interface RunningService {
  readonly url: string;
  readonly exited: Promise<unknown>;
  /** What it wrote to standard error. */
  readonly messages: string;
  signal(signal: NodeJS.Signals): void;
}

export type Launch = (service: number) => Promise<RunningService>;

/** Services that share one storage. A restarted one gets a new URL and keeps its index. */
export class ServiceInstances {
  /** Services that exited without being killed. */
  readonly crashes: string[] = [];
  private readonly services: RunningService[] = [];
  private readonly killed = new WeakSet<RunningService>();

  private constructor(private readonly launch: Launch) {}

  static async start(size: number, launch: Launch): Promise<ServiceInstances> {
    const instances = new ServiceInstances(launch);
    for (let service = 0; service < size; service += 1) await instances.restart(service);
    return instances;
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
      if (!this.killed.has(running)) this.crashes.push(`service ${service} exited with ${code}: ${running.messages}`);
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
    if (!running) throw new Error(`there is no service ${service}`);
    return running;
  }
}
