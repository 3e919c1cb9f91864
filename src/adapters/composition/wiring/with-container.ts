import type { Container } from 'inversify';
import { pino } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import { compose, dismantle } from './compose.ts';

/** Commands tell what happens themselves. */
const silence = pino({ level: 'silent' });

/** Lends everything to a command, and closes it after. */
export async function withContainer<Answer>(
  configuration: Configuration,
  work: (container: Container) => Promise<Answer>,
): Promise<Answer> {
  const container = await compose(configuration, silence);
  try {
    return await work(container);
  } finally {
    await dismantle(container);
  }
}
