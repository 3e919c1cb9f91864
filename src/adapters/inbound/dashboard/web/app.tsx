import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useReplacedKey } from './api/account/key.ts';
import { useSession } from './api/account/session.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Loading } from './components/loading.tsx';
import { ProblemNotice } from './components/problem-notice.tsx';
import { useOutageRecovery } from './outage/use-outage.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { CommandProvider } from './palette/command-provider.tsx';
import { AccountContext } from './shell/account-context.ts';
import { EntryPage } from './shell/entry-page.tsx';
import { Layout } from './shell/layout.tsx';

const LoginPage = lazy(() => import('./pages/login/login-page.tsx'));
const SetupPage = lazy(() => import('./pages/setup/setup-page.tsx'));
const SignupPage = lazy(() => import('./pages/signup/signup-page.tsx'));
const OverviewPage = lazy(() => import('./pages/overview/overview-page.tsx'));
const PromptsPage = lazy(() => import('./pages/prompts/prompts-page.tsx'));
const ImportPage = lazy(() => import('./pages/import/import-page.tsx'));
const PromptPage = lazy(() => import('./pages/prompt/prompt-page.tsx'));
const LabelsPage = lazy(() => import('./pages/labels/labels-page.tsx'));
const ActivityPage = lazy(() => import('./pages/activity/activity-page.tsx'));
const WebhooksPage = lazy(() => import('./pages/webhooks/webhooks-page.tsx'));
const UsagePage = lazy(() => import('./pages/usage/usage-page.tsx'));
const ConnectPage = lazy(() => import('./pages/connect/connect-page.tsx'));
const ReplacedKeyDialog = lazy(() => import('./pages/settings/replaced-key-dialog.tsx'));
const SettingsPage = lazy(() => import('./pages/settings/settings-page.tsx'));

export function App() {
  useOutageRecovery();
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/login" component={LoginPage} />
          <Route path="/setup" component={SetupPage} />
          <Route path="/signup" component={SignupPage} />
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The pages of an account. Signed-out users are sent to the sign-in page, which leads back here. */
function SignedIn() {
  const { data: account, error, refetch } = useSession();
  const [path] = useLocation();
  if (account === undefined) return error ? <ServiceUnreachable problem={error} onRetry={refetch} /> : <Loading />;
  if (account === null) return <Redirect to={loginPath(path + window.location.search)} replace />;
  return (
    <AccountContext value={account}>
      <CommandProvider>
        <Layout>
          {/* The key resets the boundary when the user navigates. */}
          <ErrorBoundary key={path}>
            <Suspense fallback={<Loading />}>
              <Switch>
                <Route path="/" component={OverviewPage} />
                <Route path="/prompts" component={PromptsPage} />
                <Route path="/prompts/import" component={ImportPage} />
                {/* A name in the address has as many parts as it has folders. */}
                <Route path="/prompts/*">{({ '*': reference }) => <PromptPage reference={reference} />}</Route>
                <Route path="/labels" component={LabelsPage} />
                <Route path="/activity" component={ActivityPage} />
                <Route path="/webhooks" component={WebhooksPage} />
                <Route path="/usage" component={UsagePage} />
                <Route path="/connect" component={ConnectPage} />
                <Route path="/settings" component={SettingsPage} />
                <Route component={NotFoundPage} />
              </Switch>
            </Suspense>
          </ErrorBoundary>
          <ReplacedKey />
        </Layout>
      </CommandProvider>
    </AccountContext>
  );
}

/** Mounted on every page, because it appears right after signing in. */
function ReplacedKey() {
  const { isReplaced, dismiss } = useReplacedKey();
  return (
    <ErrorBoundary>
      <Suspense>{isReplaced && <ReplacedKeyDialog onClose={dismiss} />}</Suspense>
    </ErrorBoundary>
  );
}

const loginPath = (next: string): string => (next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`);

function ServiceUnreachable({ problem, onRetry }: { readonly problem: Error; readonly onRetry: () => unknown }) {
  return (
    <EntryPage title="Can’t reach Prompthold">
      <ProblemNotice problem={problem} title="Could not load your account" onRetry={onRetry} />
    </EntryPage>
  );
}
