import type { SummarizeUsage } from '../../../../application/usage/summarize-usage.ts';
import type { UsageCount } from '../../../../domain/usage/usage.ts';
import { badQuery, Rejection } from '../../http/errors/rejection.ts';
import { readQuery } from '../../http/request/read-query.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import type { AccountRoute, Handle } from '../../http/routes/route.ts';
import { statsOperations } from './stats-operations.ts';

export interface StatsServices {
  readonly summarizeUsage: SummarizeUsage;
}

const readStats =
  ({ summarizeUsage }: StatsServices): Handle<AccountState> =>
  async (ctx) => {
    const request = readQuery(ctx, statsOperations.stats.query);
    const outcome = await summarizeUsage.execute(ctx.state.account.id, request);
    switch (outcome.kind) {
      case 'summarized': {
        const { from, to, total, series } = outcome;
        const { interval } = request;
        ctx.body = {
          data: { from: from.toISOString(), to: to.toISOString(), interval, total, series: series.map(presentCount) },
        };
        return;
      }
      case 'backwards':
        throw badQuery([{ path: 'to', problem: 'out-of-range', text: 'must be later than from' }]);
      case 'too-large':
        throw rejectRange(`The range has more than ${outcome.entriesMax} entries. Ask for a shorter one, or by day.`);
      default:
        return outcome satisfies never;
    }
  };

const presentCount = ({ start, group, count }: UsageCount) => ({ start: start.toISOString(), group, count });

export const statsRoutes: readonly AccountRoute<StatsServices>[] = [
  { operation: statsOperations.stats, guard: 'key', handle: readStats },
];

const rejectRange = (message: string): Rejection =>
  new Rejection('range_too_large', { sentence: message, details: [{ path: 'from', problem: 'too-many', message }] });
