import { type Backend, type OpenBackend, openBackend } from './backends.ts';
import type { CorePlan } from './cores.ts';
import { measureFlood } from './flood.ts';
import type { LoadJob } from './load/load-job.ts';
import { LoadProcess } from './load/load-process.ts';
import { measureMcp } from './mcp/measure-mcp.ts';
import { type RoundResult, Script, scaleEnd } from './measure.ts';
import { MeasuredProcess } from './measured-process.ts';
import type { BackendResult, ScenarioResult } from './results.ts';
import { SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts';
import { createKeyring, type SeededService, seedService } from './seeded-service.ts';

export interface MeasureOptions {
  readonly connections: number;
  readonly rounds: number;
  readonly end: LoadJob['end'];
  readonly scenarios: readonly ScenarioName[];
  /** Whether requests of MCP clients are measured, too. */
  readonly mcp: boolean;
  readonly flood: boolean;
}

/** The length of the warm-up, if rounds are measured in time. */
const WARM_UP_ROUNDS = 20;

export type OnProgress = (progress: string) => void;

/** Service and baseline run side by side on one storage and are measured alternately; the other one is idle. */
export async function measureBackend(
  backend: Backend,
  options: MeasureOptions,
  cores: CorePlan | undefined,
  onProgress: OnProgress,
): Promise<BackendResult> {
  const storage = await openBackend(backend);
  try {
    return await measureOn(storage, backend, options, cores, onProgress);
  } finally {
    await storage.dispose();
  }
}

async function measureOn(
  { url, folder }: OpenBackend,
  backend: Backend,
  options: MeasureOptions,
  cores: CorePlan | undefined,
  onProgress: OnProgress,
): Promise<BackendResult> {
  const target = { folder, storageUrl: url, cores };
  const load = new LoadProcess();
  const started: MeasuredProcess[] = [];
  try {
    await createKeyring(target);
    const service = await MeasuredProcess.startService(target);
    started.push(service);
    const seeded = await seedService(service, options.connections);
    const baseline = await MeasuredProcess.startBaseline(target);
    started.push(baseline);
    const koa = await MeasuredProcess.startBare(target, 'koa');
    started.push(koa);
    const http = await MeasuredProcess.startBare(target, 'http');
    started.push(http);
    const scenarios = await measureScenarios(
      { service: { server: service, seeded }, baseline: { server: baseline, seeded }, bare: { koa, http } },
      options,
      load,
      (text) => onProgress(`${backend}: ${text}`),
    );
    const mcp = options.mcp ? await measureMcp(service, options, load) : undefined;
    const flood = options.flood ? await measureFlood(service, seeded, options, load) : undefined;
    return { backend, scenarios, mcp, flood };
  } finally {
    load.dispose();
    await Promise.all(started.map((server) => server.stop()));
  }
}

/** A server, and the accounts that send it requests. */
export interface Contestant {
  readonly server: MeasuredProcess;
  readonly seeded: SeededService;
}

export interface Contestants {
  readonly service: Contestant;
  /** The plain handler, or another build of the service. */
  readonly baseline: Contestant;
  /** Servers that send what the service sent for the same request. */
  readonly bare?: { readonly koa: MeasuredProcess; readonly http: MeasuredProcess };
}

/**
 * Runs all scenarios in every round, not all rounds of each scenario: figures that are compared with each other are
 * measured within seconds. The first round is a warm-up and does not count. It is long: Node compiles what it calls often,
 * and a server costs twice as much before the first ten thousand requests as after them.
 */
export async function measureScenarios(
  contestants: Contestants,
  { rounds, end, scenarios }: Pick<MeasureOptions, 'rounds' | 'end' | 'scenarios'>,
  load: LoadProcess,
  onProgress: OnProgress,
): Promise<readonly ScenarioResult[]> {
  const runs = SCENARIOS.filter(({ name }) => scenarios.includes(name)).map((scenario) => ({
    scenario,
    lanes: lanesFor(scenario, contestants),
  }));
  for (let round = 0; round <= rounds; round += 1) {
    onProgress(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const { scenario, lanes } of runs) {
      for (const lane of Object.values(lanes)) {
        if (lane.isBare) lane.server.respondWith(await lanes.service.script.sample(lanes.service.server));
        const roundEnd = round === 0 && 'afterMs' in end ? scaleEnd(end, WARM_UP_ROUNDS) : end;
        const result = await lane.script.play({ load, scenario, end: roundEnd, target: lane.server });
        if (round > 0) lane.rounds.push(result);
      }
    }
  }
  return runs.map(({ scenario: { name, title }, lanes: { service, baseline, koa, http } }) => ({
    name,
    title,
    service: service.rounds,
    baseline: baseline.rounds,
    koa: koa?.rounds,
    http: http?.rounds,
  }));
}

/** One server in one scenario. */
interface Lane {
  readonly server: MeasuredProcess;
  readonly script: Script;
  readonly isBare: boolean;
  readonly rounds: RoundResult[];
}

function lanesFor(scenario: Scenario, { service, baseline, bare }: Contestants) {
  const scriptFor = (seeded: SeededService): Script => new Script(scenario.requests(seeded));
  const lane = (server: MeasuredProcess, script: Script): Lane => ({ server, script, isBare: false, rounds: [] });
  const bareLane = (server: MeasuredProcess): Lane => ({ ...lane(server, scriptFor(service.seeded)), isBare: true });
  const ours = scriptFor(service.seeded);
  // A reset at one server changes the key at the other, if they share accounts.
  const isShared = scenario.varies === 'key' && baseline.seeded === service.seeded;
  const theirs = isShared ? ours : scriptFor(baseline.seeded);
  const hasBare = bare !== undefined && scenario.isRead === true;
  return {
    service: lane(service.server, ours),
    baseline: lane(baseline.server, theirs),
    ...(hasBare ? { koa: bareLane(bare.koa), http: bareLane(bare.http) } : {}),
  };
}
