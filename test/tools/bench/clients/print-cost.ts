import { median } from '../statistics.ts';
import { VALUES } from './a-template.ts';
import { connect, NAME } from './connected-client.ts';

const GETS = 100_000;
const RENDERINGS = 10_000;

export interface ClientCost {
  /** Microseconds of CPU time, which other programs on the machine affect less; the median of all rounds. */
  readonly getUs: number;
  readonly renderUs: number;
}

async function measureCost(url: string, key: string, rounds: number): Promise<ClientCost> {
  const { client } = await connect(url, key);
  try {
    const prompt = await client.get(NAME);
    const gets: number[] = [];
    const renderings: number[] = [];
    // The first round is not counted: it compiles.
    for (let round = 0; round <= rounds; round += 1) {
      const started = process.cpuUsage();
      for (let count = 0; count < GETS; count += 1) await client.get(NAME);
      const getUs = toMicroseconds(process.cpuUsage(started)) / GETS;
      const between = process.cpuUsage();
      for (let count = 0; count < RENDERINGS; count += 1) prompt.render(VALUES);
      const renderUs = toMicroseconds(process.cpuUsage(between)) / RENDERINGS;
      if (round === 0) continue;
      gets.push(getUs);
      renderings.push(renderUs);
    }
    return { getUs: median(gets), renderUs: median(renderings) };
  } finally {
    await client.close();
  }
}

const toMicroseconds = ({ user, system }: NodeJS.CpuUsage): number => user + system;

const { BENCH_URL: url = '', BENCH_KEY: key = '', BENCH_ROUNDS: rounds } = process.env;
// The client does not keep the process alive while it connects.
const alive = setInterval(() => {}, 1000);
process.stdout.write(JSON.stringify(await measureCost(url, key, Number(rounds))));
clearInterval(alive);
