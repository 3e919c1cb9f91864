import { type MetricsServices, metricsEndpoint, reportMetrics } from '../http/metrics/metrics-handler.ts';
import { atPrefix, type Route } from '../http/routes/route.ts';
import type { StreamServices } from '../http/streams/open-stream.ts';
import { type AccountServices, openAccount } from './accounts/account-handler.ts';
import { listRotations, type RotationServices } from './accounts/rotation-handler.ts';
import { rotateKey, signIn, type TokenServices, verifyKey } from './accounts/token-handlers.ts';
import { tokenOperations } from './accounts/token-operations.ts';
import { type CallerServices, callerRoutes } from './callers/caller-handlers.ts';
import { type ChangeServices, changeRoutes } from './changes/change-routes.ts';
import { type DocsServices, docsRoutes } from './docs/docs-handlers.ts';
import { eventRoutes } from './events/event-routes.ts';
import { type HealthServices, healthOperations, reportLive, reportReady } from './health/health-handlers.ts';
import { type PromptServices, promptRoutes } from './prompts/prompt-routes.ts';
import { type StatsServices, statsRoutes } from './stats/stats-handler.ts';
import { type WebhookRouteServices, webhookRoutes } from './webhooks/webhook-routes.ts';

export const API_PREFIX = '/api';

export type ApiServices = TokenServices &
  RotationServices &
  AccountServices &
  PromptServices &
  StatsServices &
  CallerServices &
  WebhookRouteServices &
  ChangeServices &
  StreamServices &
  DocsServices &
  MetricsServices &
  HealthServices;

/** The table of operations: registration, guards, OpenAPI, the documentation and the statistics follow from it. */
export const apiRoutes: readonly Route<ApiServices, 'public' | 'key'>[] = [
  { operation: tokenOperations.verify, guard: 'key', isAlwaysAdmitted: true, handle: verifyKey },
  ...atPrefix(API_PREFIX, promptRoutes),
  { operation: tokenOperations.signIn, guard: 'public', handle: signIn },
  { operation: tokenOperations.reset, guard: 'key', isAlwaysAdmitted: true, handle: rotateKey },
  { operation: tokenOperations.rotations, guard: 'key', handle: listRotations },
  {
    operation: tokenOperations.openAccount,
    guard: 'public',
    handle: openAccount,
    exists: ({ signupOpen }) => signupOpen,
  },
  ...atPrefix(API_PREFIX, changeRoutes),
  ...atPrefix(API_PREFIX, eventRoutes),
  ...atPrefix(API_PREFIX, webhookRoutes),
  ...atPrefix(API_PREFIX, statsRoutes),
  ...atPrefix(API_PREFIX, callerRoutes),
  ...docsRoutes,
  {
    operation: metricsEndpoint,
    guard: 'public',
    handle: reportMetrics,
    exists: ({ metrics }) => metrics !== undefined,
  },
  { operation: healthOperations.live, guard: 'public', handle: reportLive },
  { operation: healthOperations.ready, guard: 'public', handle: reportReady },
];
