import { Alert, Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link, Redirect } from 'wouter';
import { useSession, useSignIn } from '../../api/session.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { EntryPage } from '../../shell/entry-page.tsx';
import { dashboardUrl } from '../../start/base-address.ts';
import { startFacts } from '../../start/start-facts.ts';
import { nextPath } from './next-path.ts';
import { SignInProblem } from './sign-in-problem.tsx';

export function LoginPage() {
  const { data: account } = useSession();
  if (account) return <Redirect to={nextPath(window.location.search, dashboardUrl)} replace />;
  return (
    <EntryPage title="Sign in">
      {startFacts.setupOpen === true && <SetupHint />}
      <SignInForm />
      {startFacts.signupOpen && (
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
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email: email.current?.value ?? '', password: password.current?.value ?? '' });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {signIn.error && <SignInProblem problem={signIn.error} />}
        <TextInput ref={email} label="E-mail" type="email" autoComplete="email" required withAsterisk={false} />
        <PasswordInput ref={password} label="Password" autoComplete="current-password" required withAsterisk={false} />
        <BusyButton type="submit" fullWidth busy={signIn.isPending}>
          Sign in
        </BusyButton>
      </Stack>
    </form>
  );
}

function SetupHint() {
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title="No account exists yet">
      Open the setup link that the service prints when it starts, to create the first one.
    </Alert>
  );
}
