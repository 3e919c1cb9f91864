import cors from '@koa/cors';
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { OpenAccount } from '../../../../application/accounts/open-account.ts';
import type { StorageAdministration } from '../../../../application/ports/storage-administration.ts';
import type { SummarizeUsage } from '../../../../application/usage/summarize-usage.ts';
import type { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import { accountRoutes } from '../accounts/account-handler.ts';
import { type RotationUseCases, rotationRoutes } from '../accounts/rotation-handler.ts';
import { type TokenUseCases, tokenRoutes, verifyRoutes } from '../accounts/token-handlers.ts';
import { authenticate, openPrompts, type PromptsOpen } from '../auth/require-key.ts';
import { docsRoutes } from '../docs/docs-handlers.ts';
import { healthRoutes } from '../health/health-handlers.ts';
import type { HttpMetrics } from '../metrics/http-metrics.ts';
import { metricsRoutes } from '../metrics/metrics-handler.ts';
import { type AllPromptUseCases, allPromptRoutes } from '../prompts/prompt-routes.ts';
import { statsRoutes } from '../stats/stats-handler.ts';
import { countingInto } from './count-call.ts';
import { receiveRequest } from './receive-request.ts';
import { guardRoutes } from './register-routes.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';
import { answerUnmatched } from './unmatched.ts';

export interface HttpUseCases extends TokenUseCases, RotationUseCases {
  readonly prompts: AllPromptUseCases;
  readonly openAccount: OpenAccount;
  readonly storage: StorageAdministration;
  readonly doors: readonly Door[];
  readonly tallyCalls: TallyCalls;
  readonly summarizeUsage: SummarizeUsage;
}

export interface HttpSettings {
  readonly trustedHops: number;
  readonly corsOrigins: readonly string[];
  readonly signupOpen: boolean;
  /** Of the program, for the documentation. */
  readonly version: string;
  /** Base of every link; known only once the server listens. */
  readonly publicUrl: () => string;
  readonly isDraining: () => boolean;
  /** Undefined when nothing is counted. */
  readonly metrics?: HttpMetrics | undefined;
}

/** Another way in beside the API, behind the same port. It hangs up what answers its paths, and passes on all others. */
export type Door = (app: Koa, settings: HttpSettings) => void;

const API = '/api';

export function httpApp(useCases: HttpUseCases, settings: HttpSettings, log: Logger, inFlight: RequestsInFlight): Koa {
  const { trustedHops, corsOrigins, signupOpen, version, publicUrl, isDraining } = settings;
  const app = new Koa();
  // Failures of a request are answered and logged by the first middleware; what arrives here is a connection that broke.
  app.on('error', (error) => log.debug({ err: error }, 'connection failed'));

  app.use(receiveRequest(log, inFlight, isDraining, countingInto(useCases.tallyCalls)));
  if (corsOrigins.length > 0) app.use(allowOrigins(new Set(corsOrigins)));
  const { authenticateKey } = useCases;
  const prompts = allPromptRoutes(useCases.prompts, { by: 'api', base: () => `${publicUrl()}${API}` });
  const requireKey = (routes: Router<PromptsOpen>) => guardRoutes([openPrompts(authenticateKey)], [routes], API);
  // The most frequent first: what one router answers, the next ones need not look at.
  app.use(guardRoutes([], [verifyRoutes(authenticateKey), requireKey(prompts.frequent)]).routes());
  app.use(tokenRoutes(useCases, trustedHops).routes());
  app.use(requireKey(prompts.others).routes());
  app.use(guardRoutes([authenticate(authenticateKey)], [statsRoutes(useCases.summarizeUsage)], API).routes());
  app.use(rotationRoutes(useCases, publicUrl).routes());
  if (signupOpen) app.use(accountRoutes(useCases.openAccount).routes());
  app.use(docsRoutes(version, publicUrl).routes());
  if (settings.metrics) app.use(metricsRoutes(settings.metrics).routes());
  app.use(healthRoutes(useCases.storage, isDraining).routes());
  for (const hang of useCases.doors) hang(app, settings);
  app.use(answerUnmatched);
  return app;
}

const EXPOSED_HEADERS = ['ETag', 'Link', 'Location', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'];
const PREFLIGHT_SECONDS = 600;

/** Only the API: pages of other origins have no business in the dashboard. */
function allowOrigins(origins: ReadonlySet<string>): Middleware {
  const allow = cors({
    origin: (ctx) => (origins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    keepHeadersOnError: false,
  });
  return (ctx, next) => (ctx.path.startsWith(`${API}/`) ? allow(ctx, next) : next());
}
