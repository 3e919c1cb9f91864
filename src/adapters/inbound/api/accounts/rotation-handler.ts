import type { ListRotations } from '../../../../application/keys/list-rotations.ts';
import type { RotationRecord } from '../../../../domain/accounts/key-rotation.ts';
import { rotationCursor } from '../../http/request/pagination.ts';
import { readQuery } from '../../http/request/read-query.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { respondPage } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { tokenOperations } from './token-operations.ts';

export interface RotationServices {
  readonly listRotations: ListRotations;
  readonly publicUrl: () => string;
}

export const listRotations =
  ({ listRotations, publicUrl }: RotationServices): Handle<AccountState> =>
  async (ctx) => {
    const { limit, cursor } = readQuery(ctx, tokenOperations.rotations.query);
    const { records, next } = await listRotations.execute(ctx.state.account.id, { before: cursor, limit });
    respondPage(ctx, publicUrl(), records.map(presentRotation), rotationCursor.encode(next));
  };

export const presentRotation = ({ at, by, address }: RotationRecord) => ({ rotatedAt: at.toISOString(), by, address });
