import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { proofSize } from '../../support/proof-size.ts';
import type { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { processStatus } from '../../support/service/process-status.ts';
import { stolenMs, stolenMsSince } from '../../support/service/stolen-time.ts';
import { HttpConnection } from '../../tools/bench/load/http-connection.ts';
import { percentile } from '../../tools/bench/statistics.ts';
import { TYPESCRIPT } from '../../tools/bench/typescript.ts';
import type { AttackCounts, AttackOrder, AttackReply } from './attack.ts';

/** How long one client attacks by itself, at first to warm up, then to see how long its requests take. */
const WARM_UP_MS = 300;
const ALONE_MS = 500;
/** How long all clients attack. */
const STRIKE_MS = proofSize({ usual: 2000, full: 8000 });
/** Between two verifies of the victim. */
const PAUSE_MS = 5;
/** Afterwards the service still works on what it accepted. */
const AFTERMATH_MS = 500;
const HEAP = '--max-old-space-size=512';
const PROBE = pathToFileURL(join(import.meta.dirname, 'turn-probe.ts')).href;

const turnsIn = ({ folder }: Installation): string => join(folder, 'turns');

const probed = (installation: Installation) => ({
  NODE_OPTIONS: `${HEAP} --import ${PROBE}`,
  TURNS_FILE: turnsIn(installation),
});

/** What happened to the victim and to the service during an attack. */
export interface RoundResult {
  readonly verifies: number;
  /** Of verifies that were not 200. */
  readonly failures: readonly string[];
  /** Without what the hypervisor took from this machine, which no service can change. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /**
   * By how much the machine stretched the work of the service: the time in which its main thread had work, divided by
   * the time in which it had a processor. Other processes, such as the attackers, take the rest.
   */
  readonly slowdown: number;
  /** What the hypervisor took. */
  readonly stolenMs: number;
  readonly peakMb: number;
  /** Processor time of the longest turn of the event loop while a single client attacks; 0 if none was noticeable. */
  readonly aloneTurnMs: number;
  /** The same while all clients attack: one turn handles whatever arrived from all of them since the last one. */
  readonly turnMs: number;
  /** Undefined while the process runs, which it should. */
  readonly exitCode: number | undefined;
  readonly counts: AttackCounts;
}

/** Runs attacks together against a service of its own, while another account verifies its key all the time. */
export async function runRound(
  installation: Installation,
  attacker: OpenedAccount,
  victim: OpenedAccount,
  attacks: readonly string[],
): Promise<RoundResult> {
  const { attacking, service } = await startBoth(installation);
  let exitCode: number | undefined;
  void service.exited.then((code) => {
    exitCode = code;
  });
  try {
    await attacking.order({ kind: 'prepare', attacks, port: service.port, key: attacker.token });
    attacking.strike('one');
    await Promise.race([delay(WARM_UP_MS), service.exited]);
    forgetTurns(installation);
    await Promise.race([delay(ALONE_MS), service.exited]);
    const aloneTurnMs = longestTurnMs(installation);
    forgetTurns(installation);
    resetPeak(service.pid);
    const before = processorTimeOf(service.pid);
    const stolenBefore = stolenMs();
    const end = new AbortController();
    const verifying = verifyUntil(end.signal, service.port, victim.token);
    attacking.strike('others');
    await Promise.race([delay(STRIKE_MS), service.exited]);
    const { counts } = await attacking.stop();
    await Promise.race([delay(AFTERMATH_MS), service.exited]);
    end.abort();
    const { latencies, failures } = await verifying;
    const at = (percent: number) =>
      latencies.length === 0 ? Number.POSITIVE_INFINITY : Math.round(percentile(latencies, percent));
    const stolen = stolenMsSince(stolenBefore);
    const figures = {
      p50Ms: at(50),
      p99Ms: at(99),
      maxMs: at(100),
      stolenMs: stolen,
      aloneTurnMs,
      turnMs: longestTurnMs(installation),
    };
    if (exitCode !== undefined) {
      const ended = { slowdown: 1, peakMb: Number.POSITIVE_INFINITY };
      return { verifies: latencies.length, failures, ...figures, ...ended, exitCode, counts };
    }
    const after = processorTimeOf(service.pid);
    const ran = after.ranNs - before.ranNs;
    const slowdown = Math.round((10 * (ran + after.waitedNs - before.waitedNs)) / ran) / 10;
    const peakMb = Math.round((processStatus(service.pid).peakMib * 2 ** 20) / 1e6);
    return { verifies: latencies.length, failures, ...figures, slowdown, peakMb, exitCode, counts };
  } finally {
    attacking.dispose();
    await service.dispose();
  }
}

/** The attacker starts while the service does. */
async function startBoth(installation: Installation) {
  const attacking = new AttackerProcess();
  try {
    return { attacking, service: await installation.serve(probed(installation)) };
  } catch (error) {
    attacking.dispose();
    throw error;
  }
}

class AttackerProcess {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'attacker.ts'), { execArgv: [...TYPESCRIPT] });

  async order(order: AttackOrder): Promise<AttackReply> {
    const reply = once(this.#child, 'message');
    this.#child.send(order);
    const [received] = (await reply) as [AttackReply];
    if (received.kind === 'failed') throw new Error(received.reason);
    return received;
  }

  strike(clients: 'one' | 'others'): void {
    this.#child.send({ kind: 'strike', clients } satisfies AttackOrder);
  }

  async stop(): Promise<{ readonly counts: AttackCounts }> {
    const reply = await this.order({ kind: 'stop' });
    return { counts: reply.kind === 'stopped' ? reply.counts : {} };
  }

  dispose(): void {
    this.#child.kill('SIGKILL');
  }
}

/** One after the other on one connection, as a gateway in front of every model call would. */
async function verifyUntil(end: AbortSignal, port: number, key: string) {
  const latencies: number[] = [];
  const failures: string[] = [];
  const request = `GET /api/auth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  let connection: HttpConnection | undefined;
  while (!end.aborted) {
    const startedAt = performance.now();
    const stolenBefore = stolenMs();
    try {
      connection ??= await HttpConnection.open(port);
      const { status, body } = await connection.send(request);
      if (status !== 200) failures.push(`${status} ${body}`);
    } catch (error) {
      failures.push(String(error));
      connection?.close();
      connection = undefined;
    }
    latencies.push(Math.max(0, performance.now() - startedAt - stolenMsSince(stolenBefore)));
    await delay(PAUSE_MS);
  }
  connection?.close();
  return { latencies, failures };
}

const forgetTurns = (installation: Installation): void => writeFileSync(turnsIn(installation), '');

function longestTurnMs(installation: Installation): number {
  const turns = readFileSync(turnsIn(installation), 'utf8').match(/\d+/g) ?? [];
  return Math.max(0, ...turns.map(Number));
}

/** The kernel then measures the peak of the attack alone. */
const resetPeak = (pid: number | undefined): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Of the main thread: how long it had a processor, and how long it waited for one. */
function processorTimeOf(pid: number | undefined) {
  const [ranNs = 0, waitedNs = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { ranNs, waitedNs };
}
