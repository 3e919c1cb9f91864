import { z } from 'zod';
import type { PublicOperation } from '../../http/routes/operation.ts';
import { afterParameter, changeFilterFields } from '../changes/change-filter-query.ts';

export const EVENT_STREAM_TYPE = 'text/event-stream';

export const eventOperations = {
  stream: {
    id: 'streamEvents',
    method: 'get',
    path: '/events',
    area: 'Changes',
    summary: 'Stream changes as they happen, as server-sent events',
    description:
      'Begins with `hello`, whose id is where the stream continues: at `Last-Event-ID` or `after`, else at the newest event. Missed events come first, oldest first, ' +
      'then new ones within about a second. `reset` means that events were deleted or lost in between: drop caches and read everything again. The connection ends after ' +
      'an hour at the latest, and when the key is reset; clients connect again and continue with the last id. An account may have 100 streams per instance, of which its key may have 90.',
    query: z.strictObject({
      after: afterParameter.describe(
        'only events after this one: a `position` or the id of an event; `0` for all that are stored. `Last-Event-ID` wins',
      ),
      ...changeFilterFields,
    }),
    requestHeaders: {
      'Last-Event-ID': 'The id of the last event that was received. Clients send it when they connect again',
    },
    responses: { 200: { description: 'Events, until the connection ends', textType: EVENT_STREAM_TYPE } },
    rejections: [400, 429],
  },
} satisfies Record<string, PublicOperation>;
