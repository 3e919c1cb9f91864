import { setImmediate as otherRequests } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CountPromptCalls } from '../../../application/usage/count-prompt-calls.ts';
import { DeleteOldUsage } from '../../../application/usage/delete-old-usage.ts';
import { FlushUsage } from '../../../application/usage/flush-usage.ts';
import { ListCallers } from '../../../application/usage/list-callers.ts';
import { ListRefusedCalls } from '../../../application/usage/list-refused-calls.ts';
import { ReadArrival } from '../../../application/usage/read-arrival.ts';
import { ReadPromptUsage } from '../../../application/usage/read-prompt-usage.ts';
import { SummarizeUsage } from '../../../application/usage/summarize-usage.ts';
import { TallyCalls } from '../../../application/usage/tally-calls.ts';
import { timedId, timedIdEntropyBytes } from '../../../domain/timed-id.ts';
import { UsageSchedule } from '../../inbound/schedule/usage-schedule.ts';
import { sha256Digest } from '../../outbound/crypto/sha256.ts';
import type { Settings } from '../configuration/schema.ts';
import type { Ports } from './ports.ts';

type UsageSettings = Settings['usage'];

/** The use cases that count calls and show the counts. */
export function composeUsage(ports: Ports, { retentionDays, callers: collection }: UsageSettings) {
  const { usageLog, promptCatalog, promptReader, clock, entropy } = ports;
  const listCallers = new ListCallers(usageLog, promptCatalog, clock, { retentionDays, collection });
  return {
    tallyCalls: new TallyCalls({ collection, newDigest: sha256Digest, entropy }),
    summarizeUsage: new SummarizeUsage(usageLog, clock, retentionDays),
    listCallers,
    readArrival: new ReadArrival(promptReader, listCallers, clock),
    listRefusedCalls: new ListRefusedCalls(usageLog, promptCatalog, clock, { retentionDays, collection }),
    readPromptUsage: new ReadPromptUsage(promptReader, usageLog, clock, retentionDays),
    countPromptCalls: new CountPromptCalls(usageLog, clock, retentionDays),
  };
}

/** Writes what was counted, and deletes what is old. */
export function scheduleUsage(
  { usageLog, clock, entropy }: Ports,
  tallyCalls: TallyCalls,
  { retentionDays, callers: collection }: UsageSettings,
  log: Logger,
): UsageSchedule {
  const instance = timedId('i', clock.now(), entropy.bytes(timedIdEntropyBytes));
  return new UsageSchedule(
    new FlushUsage(tallyCalls, usageLog, clock, { instance, retentionDays, pause: otherRequests }),
    new DeleteOldUsage(usageLog, clock, retentionDays, collection),
    log,
  );
}
