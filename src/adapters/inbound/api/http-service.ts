import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../../application/ports/environment.ts';
import { KeyedLimiter } from '../../limits/keyed-limiter.ts';
import { HeavyWorkGate } from '../http/limits/heavy-work-gate.ts';
import type { CommonGates, HttpLimits } from '../http/limits/http-limits.ts';
import { MemoryBudget } from '../http/limits/memory-budget.ts';
import type { ConnectionSource } from '../http/server/connection-source.ts';
import type { RequestLogOutput } from '../http/server/request-log.ts';
import { RequestsInFlight } from '../http/server/requests-in-flight.ts';
import { httpServer, type IsResponding } from '../http/server/server.ts';
import { OpenStreams } from '../http/streams/open-streams.ts';
import { type HttpSettings, type HttpUseCases, httpApp } from './app.ts';
import { ImportChecks } from './import/import-checks.ts';

export interface HttpServiceSettings
  extends Omit<HttpSettings, 'publicUrl' | 'configuredUrl' | 'isDraining' | 'streams' | 'importChecks'> {
  readonly publicUrl: string | undefined;
  readonly limits: HttpLimits;
  readonly commonGates?: CommonGates | undefined;
}

/** Lets load balancers notice that the service is no longer ready before it stops accepting connections. */
const DRAIN_DELAY_MS = 500;
const FINISH_MS = 7000;
const CUT_OFF_MS = 200;

/** The HTTP server and its application: knows its own address, and stops without dropping a request. */
export class HttpService {
  private readonly inFlight: RequestsInFlight;
  private readonly streams: OpenStreams;
  private readonly server: Server;
  private draining = false;
  private port = 0;
  private base = '';

  constructor(
    useCases: HttpUseCases,
    private readonly settings: HttpServiceSettings,
    private readonly connections: ConnectionSource,
    output: RequestLogOutput,
    clock: Clock,
  ) {
    const { log } = output;
    const { limits, commonGates } = settings;
    this.streams = new OpenStreams(undefined, commonGates?.streams);
    this.inFlight = new RequestsInFlight(settings.metrics, {
      bodies: MemoryBudget.forBodies(limits.memory.bodyBytesMax),
      responses: MemoryBudget.forResponses(limits.memory.responseBytesMax),
      accounts: new KeyedLimiter(limits.requests),
      heavyWork: new HeavyWorkGate(limits.heavyWork),
    });
    settings.metrics?.watchHeavyWork(this.inFlight.limits.heavyWork);
    settings.metrics?.watchStreams(this.streams);
    const app = httpApp(
      useCases,
      {
        ...settings,
        publicUrl: () => this.base,
        configuredUrl: settings.publicUrl,
        isDraining: () => this.draining,
        streams: this.streams,
        importChecks: new ImportChecks(clock, commonGates?.imports),
      },
      output,
      this.inFlight,
    );
    const isResponding: IsResponding = (socket) =>
      this.inFlight.isResponding(socket) || this.streams.isResponding(socket);
    this.server = httpServer(app.callback(), log, isResponding);
    if (settings.trustedHops === 0) warnOfProxy(this.server, log);
  }

  /** Resolves to the public URL. */
  async listen(): Promise<string> {
    const { host, publicUrl } = this.settings;
    this.port = await this.connections.open(this.server);
    this.base = publicUrl ?? `http://${visibleHost(host)}:${this.port}`;
    return this.base;
  }

  /** The host and port that a proxy connects to, regardless of the public URL. */
  get address(): string {
    return `${inUrl(this.settings.host)}:${this.port}`;
  }

  async drain(): Promise<void> {
    this.draining = true;
    // First, so that their clients connect to other instances. New ones are rejected from now on.
    this.streams.endAll();
    await delay(DRAIN_DELAY_MS);
    this.connections.close();
    await Promise.race([this.inFlight.idle(), delay(FINISH_MS, undefined, { ref: false })]);
    this.server.closeAllConnections();
    // Requests that were cut off end shortly after, and are counted then.
    await Promise.race([this.inFlight.idle(), delay(CUT_OFF_MS, undefined, { ref: false })]);
  }
}

/** Once: behind a proxy that is not trusted, all clients share its address, and so its limits. */
function warnOfProxy(server: Server, log: Logger): void {
  const warn = ({ headers }: IncomingMessage): void => {
    if (headers['x-forwarded-for'] === undefined) return;
    server.off('request', warn);
    log.warn(
      { cure: 'set http.trustProxy to the number of proxies, 1 for a single nginx' },
      'a request with X-Forwarded-For arrived, but http.trustProxy is 0: all clients of that proxy share one address',
    );
  };
  server.on('request', warn);
}

/** Host name for links: the address that stands for all interfaces cannot be visited. */
function visibleHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : inUrl(host);
}

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);
