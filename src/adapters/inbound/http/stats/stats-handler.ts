import Router from '@koa/router';
import type { SummarizeUsage } from '../../../../application/usage/summarize-usage.ts';
import type { UsageCount } from '../../../../domain/usage/usage.ts';
import type { Authenticated } from '../auth/require-key.ts';
import { badRequest } from '../errors/rejection.ts';
import { routePath } from '../request/operation.ts';
import { readQuery } from '../request/read-query.ts';
import { statsOperations } from './stats-operations.ts';

/** It knows nothing of authentication: whoever mounts it sees to `ctx.state.account`. */
export function statsRoutes(summarizeUsage: SummarizeUsage): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });

  router.get(routePath(statsOperations.stats), async (ctx) => {
    const request = readQuery(ctx, statsOperations.stats.query);
    const outcome = await summarizeUsage.execute(ctx.state.account.id, request);
    switch (outcome.kind) {
      case 'summarized': {
        const { from, to, total, series } = outcome;
        const { interval } = request;
        ctx.body = {
          data: { from: from.toISOString(), to: to.toISOString(), interval, total, series: series.map(countAnswer) },
        };
        return;
      }
      case 'backwards':
        throw badRequest('bad_query', [{ path: 'to', problem: 'must be later than from' }]);
      case 'too-large':
        throw badRequest('range_too_large', [
          { path: 'from', problem: `more than ${outcome.entriesMax} entries: ask for a shorter range, or by day` },
        ]);
      default:
        return outcome satisfies never;
    }
  });

  return router;
}

const countAnswer = ({ start, group, count }: UsageCount) => ({ start: start.toISOString(), group, count });
