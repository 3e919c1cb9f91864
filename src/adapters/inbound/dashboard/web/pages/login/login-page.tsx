import { Alert, Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, Redirect } from 'wouter';
import { type Credentials, useSession, useSignIn } from '../../api/account/session.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { readTabUser, tabDrafts } from '../../drafts/tab-drafts.ts';
import { EntryPage } from '../../shell/entry-page.tsx';
import { dashboardUrl } from '../../start/base-address.ts';
import { serverInfo } from '../../start/server-info.ts';
import { nextPath } from './next-path.ts';
import { SignInProblem } from './sign-in-problem.tsx';

export default function LoginPage() {
  const { data: account } = useSession();
  if (account) return <Redirect to={nextPath(window.location.search, dashboardUrl)} replace />;
  return (
    <EntryPage title="Sign in">
      {serverInfo.setupOpen === true && <SetupHint />}
      {account === null && <EndedSessionNotice />}
      <SignInForm />
      {serverInfo.signupOpen && (
        <Text size="sm">
          No account yet?{' '}
          <Anchor component={Link} href="/signup" inherit>
            Sign up
          </Anchor>
        </Text>
      )}
    </EntryPage>
  );
}

function SignInForm() {
  const signIn = useSignIn();
  const form = useForm<Credentials>({ initialValues: { email: '', password: '' } });
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);
  return (
    <form onSubmit={form.onSubmit((credentials) => signIn.mutate(credentials))}>
      <Stack>
        {signIn.error && <SignInProblem problem={signIn.error} />}
        <TextInput
          ref={email}
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <BusyButton type="submit" fullWidth busy={signIn.isPending}>
          Sign in
        </BusyButton>
      </Stack>
    </form>
  );
}

/** Says why the page is shown to a user of this tab who did not sign out. */
function EndedSessionNotice() {
  const userId = readTabUser();
  if (userId === undefined) return null;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} role="status">
      {tabDrafts.list(userId).length > 0
        ? 'Your session ended. Sign in again; your unsaved text is kept.'
        : 'Your session ended. Sign in again.'}
    </Alert>
  );
}

function SetupHint() {
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title="No account yet">
      Open the setup link printed in the server log to create one.
    </Alert>
  );
}
