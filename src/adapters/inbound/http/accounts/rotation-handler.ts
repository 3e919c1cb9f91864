import Router from '@koa/router';
import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { ListRotations } from '../../../../application/keys/list-rotations.ts';
import type { RotationRecord } from '../../../../domain/accounts/key-rotation.ts';
import { type Authenticated, authenticate } from '../auth/require-key.ts';
import { readQuery } from '../request/read-query.ts';
import { answerPage } from '../response/pages.ts';
import { tokenOperations } from './token-operations.ts';

export interface RotationUseCases {
  readonly authenticateKey: AuthenticateKey;
  readonly listRotations: ListRotations;
}

export function rotationRoutes(
  { authenticateKey, listRotations }: RotationUseCases,
  publicUrl: () => string,
): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });

  router.get(tokenOperations.rotations.path, authenticate(authenticateKey), async (ctx) => {
    const { limit, cursor } = readQuery(ctx, tokenOperations.rotations.query);
    const { records, next } = await listRotations.execute(ctx.state.account.id, { before: cursor, limit });
    answerPage(ctx, publicUrl(), records.map(rotationAnswer), next === undefined ? null : `r${next}`);
  });

  return router;
}

export const rotationAnswer = ({ at, by, address }: RotationRecord) => ({ rotatedAt: at.toISOString(), by, address });
