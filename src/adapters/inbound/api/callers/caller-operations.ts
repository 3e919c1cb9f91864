import { z } from 'zod';
import { CALLER_ID_PATTERN, CALLERS_MAX, callInterfaces, LABEL_READS_MAX } from '../../../../domain/usage/caller.ts';
import { callerCollections } from '../../../../domain/usage/caller-address.ts';
import { CLIENT_NAME_CHARACTERS_MAX } from '../../../../domain/usage/client-name.ts';
import { dateOrTime, label, promptId, promptName, timestamp, versionNumber } from '../../http/request/value-schemas.ts';
import { one } from '../../http/response/respond-json.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';

const minute = timestamp.describe('rounded down to the minute');

const callerId = z.string().regex(CALLER_ID_PATTERN).describe('the same for the same name and address');
const name = z
  .string()
  .max(CLIENT_NAME_CHARACTERS_MAX)
  .describe('from `X-Client-Name`, else the first part of `User-Agent`; `other` for callers beyond the limit');
const address = z
  .string()
  .describe('or its network, such as `10.0.0.0/24`, if addresses are masked; empty for `other`');

const labelRead = z
  .strictObject({
    promptId: promptId.nullable().describe('null for a list with the content of many prompts'),
    prompt: promptName.nullable().describe('its name now; null for a list, and if the prompt was deleted'),
    label,
    version: versionNumber.nullable().describe('the one served last; null for a list'),
    servedAt: minute,
  })
  .meta({ id: 'LabelRead' });

const caller = z
  .strictObject({
    id: callerId,
    name,
    address,
    interfaces: z.array(z.enum(callInterfaces)).describe('that it used the key with'),
    firstSeen: minute,
    lastSeen: minute,
    calls: z.int().min(1),
    usedCurrentKey: z.boolean().describe('whether it was seen since the key was issued'),
    labels: z.array(labelRead).max(LABEL_READS_MAX).describe('newest first'),
    labelsEvicted: z.boolean().describe('whether it read more labels than are listed'),
  })
  .meta({ id: 'Caller' });

const callers = z
  .strictObject({
    data: z.array(caller).max(CALLERS_MAX),
    nextCursor: z.null().describe('there are no further pages'),
    collection: z.enum(callerCollections).describe('what is recorded: addresses, only networks, or nothing'),
  })
  .meta({ id: 'Callers' });

const arrivedCaller = z
  .strictObject({
    id: callerId,
    name,
    address,
    version: versionNumber.describe('the one served last'),
    servedAt: minute,
  })
  .meta({ id: 'ArrivedCaller' });

const arrival = z
  .strictObject({
    label,
    version: versionNumber.describe('the one that the label points to'),
    movedAt: timestamp.describe('since when'),
    current: z.array(arrivedCaller).describe('were last served this version'),
    stale: z.array(arrivedCaller).describe('were last served another one'),
    unclear: z
      .array(arrivedCaller)
      .describe('were last served another one, and since then a list with this label that may contain this one'),
  })
  .meta({ id: 'Arrival' });

export const callerOperations = {
  list: {
    id: 'listCallers',
    method: 'get',
    path: '/callers',
    area: 'Callers',
    summary: 'List the programs that use the key, last seen first',
    description:
      'A caller is a program at an address: what it sends as `X-Client-Name`, else the first part of its `User-Agent`. ' +
      `Returns the ${CALLERS_MAX} that were seen last, each with the ${LABEL_READS_MAX} labels that it read last and the ` +
      'versions that it was served. About one second old.',
    query: z.strictObject({
      seenSince: dateOrTime.optional().describe('only callers that were seen then or later'),
    }),
    responses: { 200: { description: 'All of them', schema: callers } },
    rejections: [400],
  },
  arrival: {
    id: 'readArrival',
    method: 'get',
    path: '/prompts/{ref}/labels/{label}/arrival',
    area: 'Callers',
    summary: 'Show which callers have the version that a label points to',
    description:
      'Counts the callers that read this prompt by this label in the last 7 days, whether they named the label or got it by the default rule. About one second old.',
    responses: { 200: { description: 'Who was last served what', schema: one(arrival) } },
    rejections: [400, 404],
  },
} satisfies Record<string, PublicOperation>;
