import Router from '@koa/router';
import { z } from 'zod';
import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import type { ListRotations } from '../../../application/keys/list-rotations.ts';
import type { RotationRecord } from '../../../domain/key-rotation.ts';
import { type Authenticated, authenticate } from './authenticate.ts';
import { answerPage } from './pages.ts';
import { readQuery } from './read-query.ts';

export interface RotationUseCases {
  readonly authenticateKey: AuthenticateKey;
  readonly listRotations: ListRotations;
}

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

const page = z.strictObject({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `must be a number from 1 to ${LIMIT_MAX}`)
    .transform(Number)
    .refine((limit) => limit <= LIMIT_MAX, `must be a number from 1 to ${LIMIT_MAX}`)
    .default(LIMIT_DEFAULT),
  cursor: z
    .string()
    .regex(/^r[1-9]\d{0,14}$/, 'is no cursor of this list')
    .transform((text) => Number(text.slice(1)))
    .optional(),
});

export function rotationRoutes(
  { authenticateKey, listRotations }: RotationUseCases,
  publicUrl: () => string,
): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });

  router.get('/api/auth/rotations', authenticate(authenticateKey), async (ctx) => {
    const { limit, cursor } = readQuery(ctx, page);
    const { records, next } = await listRotations.execute(ctx.state.account.id, { before: cursor, limit });
    answerPage(ctx, publicUrl(), records.map(rotation), next === undefined ? null : `r${next}`);
  });

  return router;
}

const rotation = ({ at, by, address }: RotationRecord) => ({ rotatedAt: at.toISOString(), by, address });
