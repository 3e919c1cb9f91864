import { setImmediate as otherRequests } from 'node:timers/promises';
import { ContainerModule } from 'inversify';
import { CountPromptCalls } from '../../../../application/usage/count-prompt-calls.ts';
import { DeleteOldUsage } from '../../../../application/usage/delete-old-usage.ts';
import { FlushUsage } from '../../../../application/usage/flush-usage.ts';
import { ListCallers } from '../../../../application/usage/list-callers.ts';
import { ListRefusedCalls } from '../../../../application/usage/list-refused-calls.ts';
import { ReadArrival } from '../../../../application/usage/read-arrival.ts';
import { ReadPromptUsage } from '../../../../application/usage/read-prompt-usage.ts';
import { SummarizeUsage } from '../../../../application/usage/summarize-usage.ts';
import { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import { timedId, timedIdEntropyBytes } from '../../../../domain/timed-id.ts';
import { UsageSchedule } from '../../../inbound/schedule/usage-schedule.ts';
import { sha256Digest } from '../../../outbound/crypto/sha256.ts';
import type { Settings } from '../../configuration/schema.ts';
import { tokens } from '../tokens/tokens.ts';

const { tallyCalls, usageLog, clock, entropy, flushUsage, deleteOldUsage } = tokens;

/** Builds all that counts calls and shows the counts. */
export const usageModule = ({ retentionDays, callers: collection }: Settings['usage']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tallyCalls).toResolvedValue(
      (chance) => new TallyCalls({ collection, newDigest: sha256Digest, entropy: chance }),
      [entropy],
    );
    bind(flushUsage).toResolvedValue(
      (tally, log, time, chance) => {
        const instance = timedId('i', time.now(), chance.bytes(timedIdEntropyBytes));
        return new FlushUsage(tally, log, time, { instance, retentionDays, pause: otherRequests });
      },
      [tallyCalls, usageLog, clock, entropy],
    );
    bind(tokens.summarizeUsage).toResolvedValue(
      (log, time) => new SummarizeUsage(log, time, retentionDays),
      [usageLog, clock],
    );
    bind(tokens.listCallers).toResolvedValue(
      (log, catalog, time) => new ListCallers(log, catalog, time, { retentionDays, collection }),
      [usageLog, tokens.promptCatalog, clock],
    );
    bind(tokens.readArrival).toResolvedValue(
      (reader, callers, time) => new ReadArrival(reader, callers, time),
      [tokens.promptReader, tokens.listCallers, clock],
    );
    bind(tokens.listRefusedCalls).toResolvedValue(
      (log, catalog, time) => new ListRefusedCalls(log, catalog, time, { retentionDays, collection }),
      [usageLog, tokens.promptCatalog, clock],
    );
    bind(tokens.readPromptUsage).toResolvedValue(
      (reader, log, time) => new ReadPromptUsage(reader, log, time, retentionDays),
      [tokens.promptReader, usageLog, clock],
    );
    bind(tokens.countPromptCalls).toResolvedValue(
      (log, time) => new CountPromptCalls(log, time, retentionDays),
      [usageLog, clock],
    );
    bind(deleteOldUsage).toResolvedValue(
      (log, time) => new DeleteOldUsage(log, time, retentionDays, collection),
      [usageLog, clock],
    );
    bind(tokens.usageSchedule).toResolvedValue(
      (flush, forget, log) => new UsageSchedule(flush, forget, log),
      [flushUsage, deleteOldUsage, tokens.log],
    );
  });
