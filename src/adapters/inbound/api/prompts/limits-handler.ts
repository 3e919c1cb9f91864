import { z } from 'zod';
import type { ReadLimits } from '../../../../application/prompts/catalog/read-limits.ts';
import { CONFIG_BYTES_MAX, CONTENT_BYTES_MAX } from '../../../../domain/templates/prompt-content.ts';
import { BODY_BYTES_MAX } from '../../http/body/read-json.ts';
import { noQuery, readQuery } from '../../http/request/read-query.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { one } from '../../http/response/respond-json.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';
import type { Handle } from '../../http/routes/route.ts';

export interface LimitsServices {
  readonly readLimits: ReadLimits;
}

const count = z.int().min(0);
const limit = z.strictObject({ limit: count }).meta({ id: 'Limit' });
const quota = z.strictObject({ used: count, limit: count }).meta({ id: 'Quota' });

const limits = z
  .strictObject({
    prompts: quota.describe('prompts of the account, archived ones included'),
    versionsPerPrompt: limit.describe('versions of one prompt'),
    contentBytes: quota.describe(
      'content, variables and config of all versions, in bytes of their JSON; what several versions have counts once',
    ),
    contentBytesPerVersion: limit.describe('content of one version, or all its messages together'),
    configBytesPerVersion: limit.describe('config of one version'),
    requestBytes: limit.describe('body of a request, except for import'),
  })
  .meta({ id: 'AccountLimits' });

export const limitsOperation = {
  id: 'readLimits',
  method: 'get',
  path: '/limits',
  area: 'Limits',
  summary: 'Show what the account uses of its quotas, and other limits',
  description: 'A request that would exceed a quota is 422 `quota_exceeded`. The operator sets the quotas.',
  query: noQuery,
  responses: { 200: { description: 'Use and limits', schema: one(limits) } },
  rejections: [400],
} satisfies PublicOperation;

export const readLimits =
  ({ readLimits }: LimitsServices): Handle<AccountState> =>
  async (ctx) => {
    readQuery(ctx, limitsOperation.query);
    const { use, quotas } = await readLimits.execute(ctx.state.account.id);
    const data: z.input<typeof limits> = {
      prompts: { used: use.prompts, limit: quotas.prompts },
      versionsPerPrompt: { limit: quotas.versionsPerPrompt },
      contentBytes: { used: use.contentBytes, limit: quotas.contentBytes },
      contentBytesPerVersion: { limit: CONTENT_BYTES_MAX },
      configBytesPerVersion: { limit: CONFIG_BYTES_MAX },
      requestBytes: { limit: BODY_BYTES_MAX },
    };
    ctx.body = { data };
  };
