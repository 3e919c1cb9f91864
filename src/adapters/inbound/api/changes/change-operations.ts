import { z } from 'zod';
import { CHANGE_ID_PATTERN } from '../../../../domain/changes/change-id.ts';
import { limit } from '../../http/request/pagination.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';
import { afterParameter, changeCursor, changeFilterFields, changeId } from './change-filter-query.ts';
import { changeEvent } from './event-schemas.ts';

const changePage = z
  .strictObject({
    data: z.array(changeEvent),
    nextCursor: changeId
      .nullable()
      .describe('for the parameter `cursor`, or for `after` if the request has one; null on the last page'),
    position: changeId.describe(
      'where to continue with `after`: the last event that was examined, whether it matched the filters or not; without `after`, the newest of them',
    ),
  })
  .meta({ id: 'ChangePage' });

export const changeOperations = {
  list: {
    id: 'listChanges',
    method: 'get',
    path: '/changes',
    area: 'Changes',
    summary: 'List what changed, newest first, or everything after a position',
    description:
      'Every write records its changes in the same atomic step. Without `after`, the newest events come first, and `cursor` continues with older ones. With ' +
      '`after`, the oldest come first: pass the `position` of the previous response to get what has changed since. 410 means that events were deleted or lost in ' +
      'between: read everything again. If the filters match little, a page may have fewer events than `limit`, or none, and still a `nextCursor`.',
    query: z.strictObject({
      after: afterParameter.describe(
        'only events after this one, oldest first: a `position`, a `nextCursor` or the id of an event; `0` for all that are stored. Not together with `cursor`',
      ),
      cursor: changeCursor
        .meta({ pattern: CHANGE_ID_PATTERN.source })
        .describe('`nextCursor` of the previous page, for older events'),
      limit,
      ...changeFilterFields,
    }),
    responses: {
      200: { description: 'A page of events', schema: changePage, headers: ['ETag', 'Link'] },
      304: { description: 'Not modified since the ETag was issued', headers: ['ETag'] },
    },
    rejections: [400, 410],
  },
} satisfies Record<string, PublicOperation>;
