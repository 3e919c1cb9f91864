import type { ListRotations } from '../../../../application/keys/list-rotations.ts';
import type { RotationRecord } from '../../../../domain/accounts/key-rotation.ts';
import { rotationCursor } from '../request/pagination.ts';
import { readQuery } from '../request/read-query.ts';
import type { AccountState } from '../request/request-state.ts';
import type { Handle } from '../request/route.ts';
import { respondPage } from '../response/respond-json.ts';
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
