import { hash, randomBytes } from 'node:crypto';
import { sha256Digest } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import type { UsageBatch } from '../../../src/application/ports/usage-log.ts';
import { type Call, TallyCalls } from '../../../src/application/usage/tally-calls.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import type { PromptId } from '../../../src/domain/naming/prompt-name.ts';
import { timedIdEntropyBytes } from '../../../src/domain/timed-id.ts';
import { type Caller, callerIdOf, callerKey, type LabelRead } from '../../../src/domain/usage/caller.ts';
import type { CallerCollection } from '../../../src/domain/usage/caller-address.ts';
import type { ClientName } from '../../../src/domain/usage/client-name.ts';
import { type RefusedCall, refusedCallId } from '../../../src/domain/usage/refused-call.ts';
import { type CallCount, hourOf, type PromptCallCount, type ReadCount } from '../../../src/domain/usage/usage.ts';
import { anId } from './a-prompt.ts';

export const aPromptId = (): PromptId => anId(new Date());

export const anInstance = (): string => `i_${randomBytes(6).toString('hex')}`;

export const aTally = (collection: CallerCollection = 'full'): TallyCalls =>
  new TallyCalls({ collection, newDigest: sha256Digest, entropy: systemEntropy });

/** Here and below: tests set only the fields that matter to them. */
export const aCallAt = (at: Date, accountId: AccountId, fields: Partial<Call> = {}): Call => ({
  accountId,
  at: at.getTime(),
  route: 'GET /api/prompts/{ref}',
  status: 200,
  read: undefined,
  listedLabel: undefined,
  client: 'ci-runner' as ClientName,
  address: '10.0.0.7',
  via: 'api',
  code: undefined,
  requestId: 'a-request',
  ...fields,
});

export const aCallCount = (at: Date, fields: Partial<CallCount> = {}): CallCount => ({
  hour: hourOf(at.getTime()),
  route: 'GET /api/prompts/{ref}',
  statusClass: '2xx',
  count: 1,
  ...fields,
});

export const aReadCount = (at: Date, fields: Partial<ReadCount> = {}): ReadCount => ({
  hour: hourOf(at.getTime()),
  promptId: aPromptId(),
  version: 1,
  count: 1,
  ...fields,
});

export const aPromptCallCount = (at: Date, fields: Partial<PromptCallCount> = {}): PromptCallCount => ({
  hour: hourOf(at.getTime()),
  promptId: aPromptId(),
  version: 1,
  label: 'production' as Label,
  served: 1,
  failed: 0,
  ...fields,
});

export const aRefusedCall = (at: Date, fields: Partial<RefusedCall> = {}): RefusedCall => ({
  id: refusedCallId(at, randomBytes(timedIdEntropyBytes)),
  at,
  route: 'GET /api/prompts/{ref}',
  status: 404,
  code: 'prompt_not_found',
  requestId: 'a-request',
  via: 'api',
  client: 'ci-runner' as ClientName,
  address: '10.0.0.7',
  promptId: undefined,
  ...fields,
});

export const aCaller = (at: Date, fields: Partial<Omit<Caller, 'id' | 'name'>> & { name?: string } = {}): Caller => {
  const { name = 'ci-runner', address = '10.0.0.7' } = fields;
  return {
    interfaces: ['api'],
    firstSeen: at,
    lastSeen: at,
    calls: 1,
    labels: [],
    labelsEvicted: false,
    ...fields,
    id: callerIdOf(hash('sha256', callerKey(name as ClientName, address))),
    name: name as ClientName,
    address,
  };
};

export const aLabelRead = (at: Date, fields: Partial<LabelRead> = {}): LabelRead => ({
  promptId: aPromptId(),
  label: 'production' as Label,
  version: 1,
  at,
  ...fields,
});

export const aBatch = (accountId: AccountId, fields: Partial<UsageBatch> = {}): UsageBatch => ({
  accountId,
  instance: anInstance(),
  sequence: Date.now(),
  calls: [],
  reads: [],
  promptCalls: [],
  callers: [],
  refusedCalls: [],
  lastUsedAt: new Date(),
  retentionDays: 90,
  ...fields,
});
