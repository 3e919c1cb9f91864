import { z } from 'zod';
import { PROMPT_USAGE_DAYS } from '../../../../application/usage/read-prompt-usage.ts';
import { callInterfaces } from '../../../../domain/usage/caller.ts';
import { REFUSED_CALL_ID_PATTERN, REFUSED_CALLS_MAX } from '../../../../domain/usage/refused-call.ts';
import { label, promptId, promptName, timestamp, versionNumber } from '../../http/request/value-schemas.ts';
import { one } from '../../http/response/respond-json.ts';
import type { Operation } from '../../http/routes/operation.ts';

const refusedCall = z.strictObject({
  id: z.string().regex(REFUSED_CALL_ID_PATTERN),
  at: timestamp,
  route: z.string(),
  status: z.int().min(400),
  /** Null if the response had none. */
  code: z.string().nullable(),
  requestId: z.string(),
  via: z.enum(callInterfaces),
  /** Null if callers are not recorded. */
  caller: z.strictObject({ name: z.string(), address: z.string().nullable() }).nullable(),
  promptId: promptId.nullable(),
  /** Its name now; null if no prompt was found, or if it was deleted since. */
  prompt: promptName.nullable(),
});

const counts = { calls: z.int().min(0), failed: z.int().min(0) };
const promptUsage = z.strictObject({
  from: timestamp,
  to: timestamp,
  ...counts,
  /** Null for failed calls for which there was no version. */
  versions: z.array(z.strictObject({ version: versionNumber.nullable(), ...counts })),
  /** Null for calls without a label. */
  labels: z.array(z.strictObject({ label: label.nullable(), ...counts })),
});

const promptCalls = z.strictObject({
  from: timestamp,
  to: timestamp,
  /** Calls by prompt id; prompts without calls are left out. */
  calls: z.record(promptId, z.int().min(1)),
  /** False if so many prompts were called that some are missing. */
  isComplete: z.boolean(),
});

export const usageOperations = {
  refusedCalls: {
    id: 'listRefusedCalls',
    method: 'get',
    path: '/refused-calls',
    summary: `The latest ${REFUSED_CALLS_MAX} calls with the key that failed, newest first`,
    responses: { 200: { description: 'All of them', schema: one(z.array(refusedCall).max(REFUSED_CALLS_MAX)) } },
    rejections: [],
  },
  ofPrompt: {
    id: 'readPromptUsage',
    method: 'get',
    path: '/prompts/{ref}/usage',
    summary: `Calls that read or rendered a prompt in the last ${PROMPT_USAGE_DAYS} days, by version and by label`,
    responses: { 200: { description: 'The counts', schema: one(promptUsage) } },
    rejections: [404],
  },
  byPrompt: {
    id: 'countPromptCalls',
    method: 'get',
    path: '/prompt-calls',
    summary: `Calls that read or rendered each prompt in the last ${PROMPT_USAGE_DAYS} days, including those that failed`,
    responses: { 200: { description: 'The counts', schema: one(promptCalls) } },
    rejections: [],
  },
} satisfies Record<string, Operation>;
