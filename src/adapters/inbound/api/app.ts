import Koa from 'koa';
import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import { type Execution, runInTurns, UNLIMITED } from '../../../application/ports/execution.ts';
import type { IdempotentResponses } from '../../../application/ports/idempotent-responses.ts';
import type { TallyCalls } from '../../../application/usage/tally-calls.ts';
import { actorThrough } from '../http/auth/actor-of.ts';
import { requireKey } from '../http/auth/require-key.ts';
import type { PrometheusMetrics } from '../http/metrics/prometheus-metrics.ts';
import type { RequestState } from '../http/request/request-state.ts';
import { type SerializedJson, serializeJson } from '../http/response/respond-json.ts';
import { keepResponses } from '../http/routes/answer-once.ts';
import { registerRoutes } from '../http/routes/register-routes.ts';
import type { Handle } from '../http/routes/route.ts';
import { type KnownPaths, respondUnmatched } from '../http/routes/unmatched.ts';
import { allowOrigins } from '../http/server/allow-origins.ts';
import { countCallsWith } from '../http/server/count-call.ts';
import { receiveRequest } from '../http/server/receive-request.ts';
import { RequestLog, type RequestLogOutput } from '../http/server/request-log.ts';
import type { RequestsInFlight } from '../http/server/requests-in-flight.ts';
import { requireServedHost } from '../http/server/served-host.ts';
import type { StreamUseCases } from '../http/streams/open-stream.ts';
import type { OpenStreams } from '../http/streams/open-streams.ts';
import type { AccountServices } from './accounts/account-handler.ts';
import type { RotationServices } from './accounts/rotation-handler.ts';
import type { TokenServices } from './accounts/token-handlers.ts';
import { API_PREFIX, type ApiServices, apiRoutes } from './api-routes.ts';
import type { CallerServices } from './callers/caller-handlers.ts';
import type { ChangeServices } from './changes/change-routes.ts';
import { OpenApiDocument } from './docs/openapi.ts';
import type { HealthServices } from './health/health-handlers.ts';
import type { ImportChecking } from './prompts/operations/transfer-document.ts';
import type { PromptUseCases } from './prompts/prompt-routes.ts';
import type { StatsServices } from './stats/stats-handler.ts';
import type { WebhookUseCases } from './webhooks/webhook-routes.ts';

export interface HttpUseCases
  extends Omit<TokenServices, 'trustedHops'>,
    Pick<RotationServices, 'listRotations'>,
    Pick<AccountServices, 'signUp'>,
    Pick<HealthServices, 'checkReadiness'>,
    Pick<CallerServices, 'listCallers' | 'readArrival'>,
    Omit<ChangeServices, 'publicUrl'>,
    StatsServices {
  readonly authenticateKey: AuthenticateKey;
  readonly idempotentResponses: IdempotentResponses;
  readonly prompts: PromptUseCases;
  readonly webhooks: WebhookUseCases;
  readonly tallyCalls: TallyCalls;
  readonly events: StreamUseCases;
  readonly extensions: readonly Extension[];
}

export interface HttpSettings {
  /** The address that the server listens on. */
  readonly host: string;
  readonly trustedHops: number;
  readonly corsOrigins: readonly string[];
  /** Names of the service beside those of `publicUrl` and of this machine. */
  readonly allowedHosts: readonly string[];
  readonly signupOpen: boolean;
  readonly webhooksEnabled: boolean;
  /** Version of the program, for the documentation. */
  readonly version: string;
  /** The start of every link; known only once the server listens. */
  readonly publicUrl: () => string;
  /** The public URL if the operator set one. Otherwise browsers know better at which address users reach the service. */
  readonly configuredUrl?: string | undefined;
  readonly isDraining: () => boolean;
  readonly streams: OpenStreams;
  /** Undefined when metrics are off. */
  readonly metrics?: PrometheusMetrics | undefined;
  readonly importChecks: ImportChecking;
}

/** Mounts something else beside the API, such as the dashboard. It passes on requests for other paths. */
export type Extension = (app: Koa<RequestState>, settings: HttpSettings) => void;

export function httpApp(
  useCases: HttpUseCases,
  settings: HttpSettings,
  output: RequestLogOutput,
  inFlight: RequestsInFlight,
): Koa<RequestState> {
  const { corsOrigins, version, publicUrl, isDraining, trustedHops } = settings;
  const { log } = output;
  const app = new Koa<RequestState>();
  // The first middleware handles all failures of requests; only broken connections end up here.
  app.on('error', (error) => log.debug({ err: error }, 'connection failed'));

  const countCall = countCallsWith(useCases.tallyCalls, trustedHops);
  app.use(receiveRequest(log, new RequestLog(output), inFlight, isDraining, countCall));
  app.use(requireServedHost(settings));
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins, API_PREFIX));
  // Generated once, in turns with other requests: it takes longer than most of them, and needs no key.
  let openApi: Promise<SerializedJson> | undefined;
  const inTurns: Execution = { ...UNLIMITED, nextTurn: () => inFlight.limits.heavyWork.turns.next() };
  const buildOpenApi = async (): Promise<SerializedJson> =>
    serializeJson(await runInTurns(OpenApiDocument.inSteps(apiRoutes, version, publicUrl()), inTurns));
  const services = {
    ...useCases,
    ...useCases.prompts,
    ...useCases.events,
    ...useCases.webhooks,
    ...settings,
    actorOf: actorThrough('api'),
    prefix: API_PREFIX,
    openApi: () => (openApi ??= buildOpenApi()),
  } as const;
  registerRoutes(
    app,
    apiRoutes,
    services,
    {
      public: (handle) => handle as Handle,
      key: requireKey(useCases.authenticateKey),
    },
    keepResponses(useCases.idempotentResponses),
  );
  for (const mount of useCases.extensions) mount(app, settings);
  app.use(respondUnmatched(findKnownPaths(services)));
  return app;
}

function findKnownPaths(services: ApiServices): KnownPaths {
  const isServed = ({ exists = () => true }: (typeof apiRoutes)[number]): boolean => exists(services);
  const plainPaths = (routes: typeof apiRoutes): readonly string[] =>
    routes.map(({ operation }) => operation.path).filter((path) => !path.includes('{'));
  return {
    served: plainPaths(apiRoutes.filter(isServed)),
    absent: plainPaths(apiRoutes.filter((route) => !isServed(route))),
  };
}
