import type { Logger } from 'pino';
import type { CheckReadiness } from '../../../../application/diagnose/check-readiness.ts';
import type { BuildSearchIndex } from '../../../../application/maintenance/build-search-index.ts';
import type { Clock, Entropy } from '../../../../application/ports/environment.ts';
import type { CountPromptCalls } from '../../../../application/usage/count-prompt-calls.ts';
import type { DeleteOldUsage } from '../../../../application/usage/delete-old-usage.ts';
import type { FlushUsage } from '../../../../application/usage/flush-usage.ts';
import type { ListCallers } from '../../../../application/usage/list-callers.ts';
import type { ListRefusedCalls } from '../../../../application/usage/list-refused-calls.ts';
import type { ReadArrival } from '../../../../application/usage/read-arrival.ts';
import type { ReadPromptUsage } from '../../../../application/usage/read-prompt-usage.ts';
import type { SummarizeUsage } from '../../../../application/usage/summarize-usage.ts';
import type { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import type { Extension } from '../../../inbound/api/app.ts';
import type { HttpService } from '../../../inbound/api/http-service.ts';
import type { SearchIndexSchedule } from '../../../inbound/schedule/search-index-schedule.ts';
import type { StorageWatch } from '../../../inbound/schedule/storage-watch.ts';
import type { UsageSchedule } from '../../../inbound/schedule/usage-schedule.ts';
import type { StorageClock } from '../../../outbound/host/storage-clock.ts';
import { token } from './token.ts';

/** The running service: its environment, its schedules, what it counts and what it listens with. */
export const serviceTokens = {
  /** The time of the storage. */
  clock: token<StorageClock>('Clock'),
  /** The time of this machine, for comparisons with the storage's. */
  machineClock: token<Clock>('MachineClock'),
  entropy: token<Entropy>('Entropy'),
  log: token<Logger>('Logger'),
  buildSearchIndex: token<BuildSearchIndex>('BuildSearchIndex'),
  searchIndexSchedule: token<SearchIndexSchedule>('SearchIndexSchedule'),
  checkReadiness: token<CheckReadiness>('CheckReadiness'),
  storageWatch: token<StorageWatch>('StorageWatch'),
  tallyCalls: token<TallyCalls>('TallyCalls'),
  flushUsage: token<FlushUsage>('FlushUsage'),
  summarizeUsage: token<SummarizeUsage>('SummarizeUsage'),
  listCallers: token<ListCallers>('ListCallers'),
  readArrival: token<ReadArrival>('ReadArrival'),
  listRefusedCalls: token<ListRefusedCalls>('ListRefusedCalls'),
  readPromptUsage: token<ReadPromptUsage>('ReadPromptUsage'),
  countPromptCalls: token<CountPromptCalls>('CountPromptCalls'),
  deleteOldUsage: token<DeleteOldUsage>('DeleteOldUsage'),
  usageSchedule: token<UsageSchedule>('UsageSchedule'),
  langfuse: token<Extension>('Langfuse'),
  langchain: token<Extension>('Langchain'),
  litellm: token<Extension>('Litellm'),
  mcp: token<Extension>('Mcp'),
  dashboard: token<Extension>('Dashboard'),
  httpService: token<HttpService>('HttpService'),
};
