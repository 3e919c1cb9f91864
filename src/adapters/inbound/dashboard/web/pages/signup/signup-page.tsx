import { Anchor, Text } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { useSignUp } from '../../api/account/account.ts';
import { useSession } from '../../api/account/session.ts';
import { ApiProblem } from '../../api/http/request.ts';
import { NewAccountForm } from '../../forms/new-account-form.tsx';
import { EntryPage } from '../../shell/entry-page.tsx';
import { serverInfo } from '../../start/server-info.ts';

export default function SignupPage() {
  const { data: account } = useSession();
  const signUp = useSignUp();
  if (account) return <Redirect to="/" replace />;
  if (!serverInfo.signupOpen || isClosed(signUp.error)) return <SignupClosed />;
  return (
    <EntryPage title="Sign up">
      <NewAccountForm error={signUp.error} busy={signUp.isPending} onSubmit={(fields) => signUp.mutate(fields)} />
      <Text size="sm">
        Already have an account?{' '}
        <Anchor component={Link} href="/login" inherit>
          Sign in
        </Anchor>
      </Text>
    </EntryPage>
  );
}

/** Sign-up was closed after the page was loaded. */
const isClosed = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

function SignupClosed() {
  return (
    <EntryPage title="Page not found">
      <Text>
        There is nothing at this address.{' '}
        <Anchor component={Link} href="/login">
          Sign in
        </Anchor>{' '}
        instead.
      </Text>
    </EntryPage>
  );
}
