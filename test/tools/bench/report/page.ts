import type { BackendResult } from '../results.ts';
import { costTable, growthTable, limitTable } from './tables.ts';
import { markdownTable } from './text-table.ts';

/** How a run was made, for whoever wants to judge its numbers. */
export interface RunFacts {
  readonly date: string;
  readonly machine: readonly (readonly [string, string])[];
  readonly cores: string;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** The page as a whole. Made by `npm run bench -- --write`, never by hand. */
export function page(results: readonly BackendResult[], facts: RunFacts): string {
  return `# Benchmarks

What a request costs, and how much of that is ours. Made by \`npm run bench -- --write\` on ${facts.date}; numbers of other machines differ, ratios hardly.

![CPU per request of the service and of a bare Koa handler](benchmarks.svg)

## How it is measured

- **Baseline**: Koa and @koa/router with a plain handler for each request, \`test/tools/bench/baseline\`: the same digest, the same rows of the same storage, the same
  answer; no statistics, log, limits, validation or deadlines. Its HMAC takes the secret as bytes, as everybody writes it first; with a key object, as the service
  has it, it is cheaper, and the first two limits are harder to meet ([what was seen](proof.md#speed)).
- **Made anew**: the service remembers an answer for five seconds and sends it again if storage says that nothing has changed
  ([decision 14](decisions/0014-responses-are-cached-by-revision.md)). Those lines ask more different questions than it remembers.
- **CPU** is user and system time of the server's process with all its threads, by the kernel's count, divided by the requests it answered. The service
  logs at level \`info\` into a file.
- Service and baseline are asked in turn, ${facts.rounds} rounds of ${facts.seconds} s each after one to warm up, over ${facts.connections} connections that each wait for their answer (sign-in: 2). Figures are
  medians of the rounds; a ratio is the median of the ratios of each round. An answer with an unexpected status fails the run.
- **Where**: ${facts.cores}.
- **Flood**: verifications at a steady pace, alone and while 50 connections sign in with the right password, each 20 ms after its last answer. The service has all
  cores for it.
- **Growth**: 1,000,000 accounts and as many prompts against 1,000 of each; 50 accounts with 20 prompts each are asked in turn.

| | |
|---|---|
${facts.machine.map(([name, value]) => `| ${name} | ${value} |\n`).join('')}
${results.map(section).join('\n')}`;
}

function section(result: BackendResult): string {
  const growth = result.growth ? `\n${markdownTable(growthTable(result.growth))}` : '';
  return `## ${result.backend}\n\n${markdownTable(costTable(result))}${growth}\n${markdownTable(limitTable(result))}`;
}
