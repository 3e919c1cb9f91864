import { HELP, parseCommand } from './command-line.ts';
import { description, progressOn, summarize } from './report.ts';
import { type Order, type Tally, torture } from './run.ts';
import { SERVICES, startRig } from './service/services.ts';
import { type Backend, startStorage } from './service/tortured-storage.ts';

async function run(backend: Backend, order: Order): Promise<number> {
  process.stderr.write(`torture of ${backend}, seed ${order.seed}\n`);
  const started = performance.now();
  await using rig = await startRig(await startStorage[backend](SERVICES));
  const stop = async () => {
    await rig[Symbol.asyncDispose]();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  let told = 0;
  const progress = progressOn(process.stderr, order);
  const tell = (tally: Tally): void => {
    progress(tally);
    // At once: whoever sees one need not wait for the end.
    for (const each of tally.violations.slice(told)) process.stdout.write(description(backend, order, each));
    told = tally.violations.length;
  };
  const tally = await torture(rig, order, tell);
  tell(tally);
  if (process.stderr.isTTY) process.stderr.write('\n');
  process.stdout.write(summarize(backend, order, tally, (performance.now() - started) / 1000));
  return tally.violations.length === 0 ? 0 : 1;
}

const command = parseCommand(process.argv.slice(2));
switch (command.kind) {
  case 'help':
    process.stdout.write(HELP);
    break;
  case 'wrong':
    process.stderr.write(`${command.problem}\n\n${HELP}`);
    process.exitCode = 64;
    break;
  case 'run':
    process.exitCode = await run(command.backend, command.order);
}
