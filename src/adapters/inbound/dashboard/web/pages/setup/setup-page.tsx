import { Anchor, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { type NewAccount, useSetUp } from '../../api/account.ts';
import { ApiProblem } from '../../api/request.ts';
import { NewAccountForm } from '../../components/new-account-form.tsx';
import { welcome } from '../../components/welcome.ts';
import { EntryPage } from '../../shell/entry-page.tsx';
import { startFacts } from '../../start/start-facts.ts';
import { useSetupToken } from './use-setup-token.ts';

export default function SetupPage() {
  const token = useSetupToken();
  // A newer link starts afresh.
  return <Setup key={token} token={token} />;
}

function Setup({ token }: { readonly token: string }) {
  const setUp = useSetUp();
  const [, navigate] = useLocation();
  const { status, code } = setUp.error instanceof ApiProblem ? setUp.error : { status: undefined, code: undefined };
  if (startFacts.setupOpen === false || status === 404) return <AlreadySetUp />;
  if (token === '')
    return <NoLink title="The setup link is incomplete">The address lacks the token at its end.</NoLink>;
  if (code === 'setup_token_expired')
    return <NoLink title="The setup link has expired">It is good for 30 minutes.</NoLink>;
  if (code === 'setup_token_invalid')
    return <NoLink title="The setup link is not valid">It may be of an earlier start of the service.</NoLink>;

  const submit = (account: NewAccount) =>
    setUp.mutate(
      { ...account, token },
      {
        onSuccess: ({ data }) => {
          navigate('/', { replace: true });
          welcome(data);
        },
      },
    );
  return (
    <EntryPage title="Set up Prompthold" description="Create the first account. You are signed in right away.">
      <NewAccountForm error={setUp.error} busy={setUp.isPending} submit={submit} />
    </EntryPage>
  );
}

function NoLink({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <EntryPage title={title}>
      <Text>{children}</Text>
      <Text>
        Restart the service: it prints a new link, which ends in <Code>/setup#</Code> and a token. Open that link as a
        whole.
      </Text>
    </EntryPage>
  );
}

function AlreadySetUp() {
  return (
    <EntryPage title="Prompthold is set up already">
      <Text>There is an account, so this page has nothing left to do.</Text>
      <Text>
        <Anchor component={Link} href="/login">
          Sign in
        </Anchor>
      </Text>
    </EntryPage>
  );
}
