import {
  type Finding,
  failure,
  ok,
  type StorageDiagnosis,
  type StorageFacts,
} from '../../../../application/ports/diagnosis.ts';
import { neededChecks } from '../../rows/needed-checks.ts';
import { RedisKeyringRegister } from '../accounts/redis-keyring-register.ts';
import { type RedisAddress, type RedisLocation, serverClient } from '../connection/redis-clients.ts';
import { RedisStore, type RedisStoreOptions } from '../connection/redis-store.ts';
import { RedisAdministration, toDate } from './redis-administration.ts';
import { redisFindings } from './redis-findings.ts';
import { parseInfo, readServerFacts } from './redis-server-facts.ts';

const CLUSTER_SLOTS = '16384';

/** Queries every server that accepts writes, on its own connections. */
export class RedisDiagnosis implements StorageDiagnosis {
  constructor(private readonly options: RedisStoreOptions) {}

  async examine(): Promise<StorageFacts> {
    const { location } = this.options;
    const cluster = location.kind === 'redis-cluster' ? await clusterFinding(location) : undefined;
    // The driver does not connect to a cluster that is down, so this finding is all there is to report.
    if (cluster?.severity === 'error') return { findings: [cluster] };

    const store = new RedisStore(this.options);
    try {
      await store.open();
      const facts = await this.readFacts(store);
      return cluster ? { ...facts, findings: [cluster, ...facts.findings] } : facts;
    } finally {
      store.close();
    }
  }

  private async readFacts(store: RedisStore): Promise<StorageFacts> {
    const { location, minReplicas } = this.options;
    const servers = await Promise.all(store.masters().map(readServerFacts));
    const hasPassword = location.password !== undefined && location.username === undefined;
    const findings = redisFindings(servers, { kind: location.kind, minReplicas, hasPassword });
    // A server in the wrong role would reject the reads below with an error that is not an outage.
    if (findings.some(({ check, severity }) => check === 'server role' && severity === 'error')) return { findings };

    const version = await store.read((client) => client.get(store.key('schema')));
    const keys = await new RedisKeyringRegister(store).keys();
    const time = toDate(await store.read((client) => client.time()));
    return {
      findings,
      schema: { found: Number(version ?? 0), known: RedisAdministration.schemaVersion },
      keyringChecks: neededChecks([...keys].map(([kid, { check, standing }]) => ({ kid, value: check, standing }))),
      time,
    };
  }
}

/** Describes the state that the first reachable node reports. Undefined if no node reports a state. */
async function clusterFinding(location: RedisLocation & { kind: 'redis-cluster' }): Promise<Finding | undefined> {
  for (const node of location.nodes) {
    const info = await clusterInfo(location, node);
    const state = info.get('cluster_state');
    if (state === undefined) continue;
    const slots = info.get('cluster_slots_ok');
    if (state === 'ok' && slots === CLUSTER_SLOTS) return ok('cluster', 'all slots of the cluster are served');
    const message = `the cluster is in state ${state}, with ${slots} of ${CLUSTER_SLOTS} slots served`;
    const cure =
      'start the nodes that are missing; redis-cli --cluster check and --cluster fix show and repair the rest';
    return failure('cluster', message, cure);
  }
  return undefined;
}

async function clusterInfo(location: RedisLocation, node: RedisAddress): Promise<ReadonlyMap<string, string>> {
  const client = serverClient(location, node);
  // The rejected command already reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    return parseInfo(await client.cluster('INFO'));
  } catch {
    return new Map();
  } finally {
    client.disconnect();
  }
}
