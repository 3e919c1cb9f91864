import { z } from 'zod';
import type { StorageAdministration } from '../../../../application/ports/storage-administration.ts';
import { unavailable } from '../errors/rejection.ts';
import type { Operation } from '../request/operation.ts';
import type { Handle } from '../request/route.ts';
import { one } from '../response/respond-json.ts';

const health = one(z.strictObject({ status: z.string() }));

/** Probes for orchestrators. */
export const healthOperations = {
  live: {
    id: 'live',
    method: 'get',
    path: '/livez',
    summary: 'Whether the process is alive',
    ignoresQuery: true,
    responses: { 200: { description: 'Alive', schema: health } },
    rejections: [],
  },
  ready: {
    id: 'ready',
    method: 'get',
    path: '/readyz',
    summary: 'Whether the service accepts requests',
    ignoresQuery: true,
    responses: { 200: { description: 'Ready', schema: health } },
    rejections: [],
  },
} satisfies Record<string, Operation>;

export interface HealthServices {
  readonly storage: StorageAdministration;
  readonly isDraining: () => boolean;
}

export const reportLive = (): Handle => (ctx) => {
  ctx.body = { data: { status: 'alive' } };
};

export const reportReady =
  ({ storage, isDraining }: HealthServices): Handle =>
  async (ctx) => {
    if (isDraining()) throw unavailable('draining');
    await storage.ping();
    ctx.body = { data: { status: 'ready' } };
  };
