import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { composeUsage } from '../../../../src/adapters/composition/wiring/compose-usage.ts';
import { httpApp } from '../../../../src/adapters/inbound/api/app.ts';
import { ImportChecks } from '../../../../src/adapters/inbound/api/import/import-checks.ts';
import { mountLangchain } from '../../../../src/adapters/inbound/compatible/langchain/mount-langchain.ts';
import { mountLangfuse } from '../../../../src/adapters/inbound/compatible/langfuse/mount-langfuse.ts';
import { mountLitellm } from '../../../../src/adapters/inbound/compatible/litellm/mount-litellm.ts';
import { mountDashboard } from '../../../../src/adapters/inbound/dashboard/mount-dashboard.ts';
import { RequestsInFlight } from '../../../../src/adapters/inbound/http/server/requests-in-flight.ts';
import { httpServer } from '../../../../src/adapters/inbound/http/server/server.ts';
import { OpenStreams } from '../../../../src/adapters/inbound/http/streams/open-streams.ts';
import { mountMcp } from '../../../../src/adapters/inbound/mcp/mount-mcp.ts';
import { systemClock } from '../../../../src/adapters/outbound/host/system-environment.ts';
import { RecordedResponses } from '../../../../src/adapters/outbound/records/recorded-responses.ts';
import { CheckReadiness } from '../../../../src/application/diagnose/check-readiness.ts';
import type { StorageState } from '../../../../src/application/ports/storage/storage-administration.ts';
import { FlushUsage } from '../../../../src/application/usage/flush-usage.ts';
import { DEFAULT_QUOTAS, type Quotas } from '../../../../src/domain/prompts/quotas.ts';
import type { CallerCollection } from '../../../../src/domain/usage/caller-address.ts';
import { anApplicationWithAda } from '../../../support/in-memory/an-application.ts';
import { eventUseCasesOn } from '../../../support/in-memory/events-application.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { InMemorySharedRecords } from '../../../support/in-memory/in-memory-shared-records.ts';
import { inMemoryPromptPorts, somePorts } from '../../../support/in-memory/prompt-ports.ts';
import { aPromptsApplication } from '../../../support/in-memory/prompts-application.ts';
import { aWebhooksApplication } from '../../../support/webhooks/webhooks-application.ts';
import { Client } from '../prompts/support/client.ts';
import { Api } from './api.ts';

interface StandaloneOptions {
  readonly quotas?: Partial<Quotas>;
  readonly inFlight?: RequestsInFlight;
  readonly callers?: CallerCollection;
  readonly trustedHops?: number;
  /** Whether the list of callers uses the manual clock, not the real one that calls are counted with. */
  readonly isClockManual?: boolean;
  readonly streams?: OpenStreams;
  readonly webhooksEnabled?: boolean;
}

/** Serves the API and the dashboard in this process, on in-memory fakes that tests can make fail. */
export async function startStandaloneApp({
  quotas = {},
  inFlight = new RequestsInFlight(),
  callers = 'full',
  trustedHops = 0,
  isClockManual = false,
  streams = new OpenStreams(),
  webhooksEnabled = true,
}: StandaloneOptions = {}) {
  const application = await anApplicationWithAda(callers);
  const allQuotas = { ...DEFAULT_QUOTAS, ...quotas };
  // Responses are cached by the revision that the storage of accounts reports.
  const ports = inMemoryPromptPorts(new InMemoryPrompts(application.storage, allQuotas));
  const { useCases, changeUseCases, prompts, time: promptTime } = aPromptsApplication(ports, allQuotas);
  const webhooks = aWebhooksApplication({ ...application, ...changeUseCases });
  const ping = vi.fn(async (): Promise<StorageState> => ({ isNearlyFull: false, time: undefined }));
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const { heavyWork } = inFlight.limits;
  const usageUseCases = {
    ...composeUsage(
      somePorts({
        usageLog: application.usage,
        promptCatalog: ports.catalog,
        promptReader: ports.reader,
        clock: isClockManual ? application.clock : systemClock,
        entropy: application.entropy,
      }),
      { retentionDays: 90, callers },
    ),
    tallyCalls: application.tallyCalls,
    summarizeUsage: application.summarizeUsage,
    countPrompts: useCases.countPrompts,
    findLockedPrompts: useCases.findLockedPrompts,
  };
  const events = eventUseCasesOn(application, prompts);
  const app = httpApp(
    {
      ...application,
      ...usageUseCases,
      ...changeUseCases,
      checkReadiness: new CheckReadiness({ ping }, { now: () => new Date() }, application.sealing),
      prompts: useCases,
      events,
      webhooks: webhooks.useCases,
      idempotentResponses: new RecordedResponses(new InMemorySharedRecords(), application.clock, application.entropy),
      extensions: [
        mountLangfuse({ ...application, ...useCases }),
        mountLangchain({ ...application, ...useCases }),
        mountLitellm({ ...application, ...useCases }),
        mountMcp({ ...application, ...useCases, events, log }),
        mountDashboard({
          ...application,
          ...usageUseCases,
          ...changeUseCases,
          prompts: useCases,
          events,
          webhooks: webhooks.useCases,
        }),
      ],
    },
    {
      host: '127.0.0.1',
      trustedHops,
      corsOrigins: [],
      allowedHosts: [],
      signupOpen: true,
      webhooksEnabled,
      version: '0.2.0',
      publicUrl: () => 'https://prompthold.example.com',
      isDraining: () => false,
      streams,
      importChecks: new ImportChecks(systemClock),
    },
    { log, writeLine: (line) => void lines.push(line), beginLine: () => '{' },
    inFlight,
  );
  const server = httpServer(
    app.callback(),
    log,
    (socket) => inFlight.isResponding(socket) || streams.isResponding(socket),
  );
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const api = new Api(`http://127.0.0.1:${port}`);
  const token = application.key.reveal();
  return {
    ...application,
    prompts,
    /** What the use cases of prompts take for now; those of accounts have `clock`. */
    promptTime,
    webhooks,
    heavyWork,
    streams,
    changeWatch: events.changeWatch,
    ping,
    lines,
    server,
    connections: promisify(server.getConnections.bind(server)),
    flushUsage: new FlushUsage(application.tallyCalls, application.usage, systemClock, {
      instance: 'i_1',
      retentionDays: 90,
      pause: async () => {},
    }),
    api,
    token,
    ada: new Client(api, token),
  };
}
