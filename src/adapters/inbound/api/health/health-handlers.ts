import { z } from 'zod';
import type { CheckReadiness } from '../../../../application/diagnose/check-readiness.ts';
import { needsOperator, type RejectionExtras, unavailable } from '../../http/errors/rejection.ts';
import { one } from '../../http/response/respond-json.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';
import type { Handle } from '../../http/routes/route.ts';

const health = one(z.strictObject({ status: z.literal('alive') }).meta({ id: 'Liveness' }));
const readiness = one(
  z
    .strictObject({
      status: z.literal('ready'),
      storage: z
        .enum(['ok', 'full'])
        .describe('`full`: content is rejected with 503 `storage_full`; everything else works'),
    })
    .meta({ id: 'Readiness' }),
);

/** Probes for orchestrators. */
export const healthOperations = {
  live: {
    id: 'live',
    method: 'get',
    path: '/livez',
    area: 'Service',
    summary: 'Whether the process is alive',
    description: 'Does not touch the storage. If it does not respond, restart the process.',
    ignoresQuery: true,
    responses: { 200: { description: 'Alive', schema: health } },
    rejections: [],
  },
  ready: {
    id: 'ready',
    method: 'get',
    path: '/readyz',
    area: 'Service',
    summary: 'Whether the service accepts requests',
    description: 'Checks the storage and its schema. It is 503 during an outage and during shutdown.',
    ignoresQuery: true,
    responses: { 200: { description: 'Ready', schema: readiness } },
    rejections: [],
  },
} satisfies Record<string, PublicOperation>;

export interface HealthServices {
  readonly checkReadiness: Pick<CheckReadiness, 'execute'>;
  readonly isDraining: () => boolean;
}

export const reportLive = (): Handle => (ctx) => {
  ctx.body = { data: { status: 'alive' } };
};

/** A full storage is no reason to take instances out of service: all of them have the same, and keys can be verified. */
export const reportReady =
  ({ checkReadiness, isDraining }: HealthServices): Handle =>
  async (ctx) => {
    if (isDraining()) throw unavailable('draining');
    const { kind, isNearlyFull, clockOffMs } = await checkReadiness.execute();
    if (kind === 'keyring-replaced') throw needsOperator('keyring_replaced');
    if (kind === 'clock-off') throw needsOperator('clock_off', describeClock(clockOffMs));
    ctx.body = { data: { status: 'ready', storage: isNearlyFull ? 'full' : 'ok' } };
  };

function describeClock(offMs: number): RejectionExtras {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const text = `is ${seconds} s ${offMs > 0 ? 'ahead of' : 'behind'} the clock of the storage`;
  const sentence = `The clock of this instance ${text}. Ask the operator to set it.`;
  const message = `The clock of this instance ${text}.`;
  return { sentence, details: [{ path: 'clock', problem: 'clock-off', message }] };
}
