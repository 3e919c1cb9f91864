import type { Container } from 'inversify';
import { pino } from 'pino';
import { compose, dismantle } from './compose.ts';
import type { Configuration } from './configuration.ts';

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
