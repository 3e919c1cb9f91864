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
import { RedisAdministration } from './redis-administration.ts';
import { redisFindings } from './redis-findings.ts';
import { askServer, linesOf } from './redis-server-facts.ts';

const SLOTS = '16384';

/** Asks every server that takes writes, on connections of its own. */
export class RedisDiagnosis implements StorageDiagnosis {
  constructor(private readonly options: RedisStoreOptions) {}

  async examine(): Promise<StorageFacts> {
    const { location } = this.options;
    const cluster = location.kind === 'redis-cluster' ? await clusterFinding(location) : undefined;
    // The driver does not let anybody into a cluster that is down: all there is to say is why.
    if (cluster?.severity === 'error') return { findings: [cluster] };

    const store = new RedisStore(this.options);
    try {
      await store.open();
      const facts = await this.look(store);
      return cluster ? { ...facts, findings: [cluster, ...facts.findings] } : facts;
    } finally {
      store.close();
    }
  }

  private async look(store: RedisStore): Promise<StorageFacts> {
    const { location, minReplicas } = this.options;
    const servers = await Promise.all(store.masters().map(askServer));
    const findings = redisFindings(servers, { kind: location.kind, minReplicas });
    // What does not hold our keys would answer with something else than an outage.
    if (findings.some(({ check, severity }) => check === 'server role' && severity === 'error')) return { findings };

    const version = await store.read((client) => client.get(store.key('schema')));
    const keys = await new RedisKeyringRegister(store).keys();
    const [seconds, microseconds] = await store.read((client) => client.time());
    return {
      findings,
      schema: { found: Number(version ?? 0), known: RedisAdministration.schemaVersion },
      keyringChecks: neededChecks([...keys].map(([kid, { check, standing }]) => ({ kid, value: check, standing }))),
      time: new Date(Number(seconds) * 1000 + Number(microseconds) / 1000),
    };
  }
}

/** By the word of the first node that answers. Undefined when none does, or when it does not tell. */
async function clusterFinding(location: RedisLocation & { kind: 'redis-cluster' }): Promise<Finding | undefined> {
  for (const node of location.nodes) {
    const info = await clusterInfo(location, node);
    const state = info.get('cluster_state');
    if (state === undefined) continue;
    const slots = info.get('cluster_slots_ok');
    if (state === 'ok' && slots === SLOTS) return ok('cluster', 'all slots of the cluster are served');
    const message = `the cluster is in state ${state}, with ${slots} of ${SLOTS} slots served`;
    const cure = 'start the nodes that are missing; redis-cli --cluster check and --cluster fix show and mend the rest';
    return failure('cluster', message, cure);
  }
  return undefined;
}

async function clusterInfo(location: RedisLocation, node: RedisAddress): Promise<ReadonlyMap<string, string>> {
  const client = serverClient(location, node);
  // The rejected command says so already.
  client.on('error', () => {});
  try {
    await client.connect();
    return linesOf(await client.cluster('INFO'));
  } catch {
    return new Map();
  } finally {
    client.disconnect();
  }
}
