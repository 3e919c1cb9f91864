import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { SearchIndexSchedule } from '../../../src/adapters/inbound/schedule/search-index-schedule.ts';
import { BuildSearchIndex } from '../../../src/application/maintenance/build-search-index.ts';
import type { IndexingStep } from '../../../src/application/ports/prompts/prompt-catalog.ts';

function aSchedule(indexSome: () => Promise<IndexingStep>) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { schedule: new SearchIndexSchedule(new BuildSearchIndex({ indexSome }), log), lines };
}

describe('SearchIndexSchedule', () => {
  it('indexes prompts until none is left, and logs that it has', async () => {
    const steps: IndexingStep[] = [{ kind: 'indexed', prompts: 8 }, { kind: 'indexed', prompts: 3 }, { kind: 'done' }];
    const { schedule, lines } = aSchedule(async () => steps.shift() ?? { kind: 'done' });

    schedule.start();
    await vi.waitUntil(() => lines.length > 0);
    await schedule.stop();

    expect(lines).toMatchObject([{ prompts: 11, msg: 'all prompts are indexed for search' }]);
  });

  it('logs nothing when every prompt is indexed already', async () => {
    const { schedule, lines } = aSchedule(async () => ({ kind: 'done' }));

    schedule.start();
    await schedule.stop();

    expect(lines).toEqual([]);
  });

  it('stops after the batch in progress', async () => {
    const batch = Promise.withResolvers<IndexingStep>();
    let batches = 0;
    const { schedule } = aSchedule(() => {
      batches += 1;
      return batch.promise;
    });

    schedule.start();
    const stopped = schedule.stop();
    batch.resolve({ kind: 'indexed', prompts: 8 });
    await stopped;

    expect(batches).toBe(1);
  });

  it('logs an outage, and does not throw', async () => {
    const { schedule, lines } = aSchedule(() => Promise.reject(new Error('gone')));

    schedule.start();
    await vi.waitUntil(() => lines.length > 0);
    await schedule.stop();

    expect(lines).toMatchObject([{ level: 40, err: { message: 'gone' } }]);
  });
});
