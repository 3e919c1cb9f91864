import { listRotations, type RotationServices } from '../api/accounts/rotation-handler.ts';
import { type CallerServices, callerRoutes } from '../api/callers/caller-handlers.ts';
import { type ChangeServices, changeRoutes } from '../api/changes/change-routes.ts';
import { eventRoutes } from '../api/events/event-routes.ts';
import { protectionOperations } from '../api/prompts/operations/protection-operations.ts';
import { type PromptServices, promptRoutes } from '../api/prompts/prompt-routes.ts';
import { protectLabels } from '../api/prompts/protection-handlers.ts';
import { type StatsServices, statsRoutes } from '../api/stats/stats-handler.ts';
import { type WebhookRouteServices, webhookRoutes } from '../api/webhooks/webhook-routes.ts';
import { atPrefix, type Route, withSession } from '../http/routes/route.ts';
import type { StreamServices } from '../http/streams/open-stream.ts';
import { accountOperations } from './accounts/account-operations.ts';
import { type EntryServices, readOwnAccount, setUp, signIn, signOut, signUp } from './accounts/entry-handlers.ts';
import { changeName, changePassword, type ProfileServices } from './accounts/profile-handlers.ts';
import { describeKey, type KeyServices, resetKey, revealKey } from './keys/key-handlers.ts';
import { keyOperations } from './keys/key-operations.ts';
import { type PageServices, pageRoutes } from './pages/page-routes.ts';
import { type CatalogServices, countCatalog, listCatalog, listLocked } from './prompts/catalog-handlers.ts';
import { catalogOperations } from './prompts/catalog-operations.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  readOwnSession,
  type SessionServices,
} from './sessions/session-handlers.ts';
import { sessionOperations } from './sessions/session-operations.ts';
import { countPromptCalls, listRefusedCalls, readPromptUsage, type UsageServices } from './usage/usage-handlers.ts';
import { usageOperations } from './usage/usage-operations.ts';

export const DASHBOARD_API_PREFIX = '/dashboard/api';

export type DashboardServices = EntryServices &
  SessionServices &
  ProfileServices &
  KeyServices &
  RotationServices &
  PromptServices &
  CatalogServices &
  StatsServices &
  CallerServices &
  UsageServices &
  WebhookRouteServices &
  ChangeServices &
  StreamServices &
  PageServices;

type DashboardRoute = Route<DashboardServices, 'public' | 'session'>;

const ownRoutes: readonly DashboardRoute[] = [
  { operation: accountOperations.signIn, guard: 'public', handle: signIn },
  { operation: accountOperations.signOut, guard: 'public', handle: signOut },
  { operation: accountOperations.setUp, guard: 'public', handle: setUp },
  {
    operation: accountOperations.signUp,
    guard: 'public',
    handle: signUp,
    exists: ({ signupOpen }) => signupOpen,
  },
  { operation: sessionOperations.readOwn, guard: 'session', handle: readOwnSession },
  { operation: sessionOperations.list, guard: 'session', handle: listSessions },
  { operation: sessionOperations.endOthers, guard: 'session', handle: endOtherSessions },
  { operation: sessionOperations.end, guard: 'session', handle: endSession },
  { operation: accountOperations.readOwn, guard: 'public', handle: readOwnAccount },
  { operation: accountOperations.changeName, guard: 'session', handle: changeName },
  { operation: accountOperations.changePassword, guard: 'session', handle: changePassword },
  { operation: keyOperations.describe, guard: 'session', handle: describeKey },
  { operation: keyOperations.reveal, guard: 'session', handle: revealKey },
  { operation: keyOperations.reset, guard: 'session', handle: resetKey },
  { operation: keyOperations.rotations, guard: 'session', handle: listRotations },
  { operation: catalogOperations.list, guard: 'session', needsRevision: true, handle: listCatalog },
  { operation: catalogOperations.count, guard: 'session', handle: countCatalog },
  { operation: catalogOperations.locked, guard: 'session', handle: listLocked },
  { operation: usageOperations.refusedCalls, guard: 'session', handle: listRefusedCalls },
  { operation: usageOperations.ofPrompt, guard: 'session', handle: readPromptUsage },
  { operation: usageOperations.byPrompt, guard: 'session', handle: countPromptCalls },
  { operation: protectionOperations.set, guard: 'session', handle: protectLabels },
];

/** The table of the dashboard's operations. They serve its own pages only, so that OpenAPI does not describe them. */
export const dashboardRoutes: readonly DashboardRoute[] = [
  ...atPrefix(DASHBOARD_API_PREFIX, ownRoutes),
  ...atPrefix(DASHBOARD_API_PREFIX, withSession(promptRoutes)),
  ...atPrefix(DASHBOARD_API_PREFIX, withSession(changeRoutes)),
  ...atPrefix(DASHBOARD_API_PREFIX, withSession(eventRoutes)),
  ...atPrefix(DASHBOARD_API_PREFIX, withSession(statsRoutes)),
  ...atPrefix(DASHBOARD_API_PREFIX, withSession(callerRoutes)),
  ...atPrefix(DASHBOARD_API_PREFIX, withSession(webhookRoutes)),
  ...pageRoutes,
];
