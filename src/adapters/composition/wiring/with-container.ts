import type { Container } from 'inversify';
import { pino } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import { compose, dismantle } from './compose.ts';

/** Commands report to the terminal instead. */
const silentLog = pino({ level: 'silent' });

/** Runs the work with a composed container and closes everything afterwards. */
export async function withContainer<Result>(
  configuration: Configuration,
  work: (container: Container) => Promise<Result>,
): Promise<Result> {
  const container = await compose(configuration, silentLog);
  try {
    return await work(container);
  } finally {
    await dismantle(container);
  }
}
