import { Anchor, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { type NewAccount, useSetUp } from '../../api/account.ts';
import { ApiProblem } from '../../api/request.ts';
import { NewAccountForm } from '../../components/new-account-form.tsx';
import { showWelcome } from '../../components/show-welcome.ts';
import { EntryPage } from '../../shell/entry-page.tsx';
import { serverInfo } from '../../start/server-info.ts';
import { useSetupToken } from './use-setup-token.ts';

export default function SetupPage() {
  const token = useSetupToken();
  // A newer link resets the form.
  return <Setup key={token} token={token} />;
}

function Setup({ token }: { readonly token: string }) {
  const setUp = useSetUp();
  const [, navigate] = useLocation();
  const { status, code } = setUp.error instanceof ApiProblem ? setUp.error : { status: undefined, code: undefined };
  if (serverInfo.setupOpen === false || status === 404) return <AlreadySetUp />;
  if (token === '')
    return (
      <UnusableLink title="The setup link is incomplete">The token at the end of the address is missing.</UnusableLink>
    );
  if (code === 'setup_token_expired')
    return <UnusableLink title="The setup link has expired">It is valid for 30 minutes.</UnusableLink>;
  if (code === 'setup_token_invalid')
    return (
      <UnusableLink title="The setup link is not valid">It may come from an earlier start of the service.</UnusableLink>
    );

  const submit = (account: NewAccount) =>
    setUp.mutate(
      { ...account, token },
      {
        onSuccess: ({ data }) => {
          navigate('/', { replace: true });
          showWelcome(data);
        },
      },
    );
  return (
    <EntryPage title="Set up Prompthold" description="Create the first account. You are signed in right away.">
      <NewAccountForm error={setUp.error} busy={setUp.isPending} onSubmit={submit} />
    </EntryPage>
  );
}

function UnusableLink({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <EntryPage title={title}>
      <Text>{children}</Text>
      <Text>
        Restart the service: it prints a new link, which ends in <Code>/setup#</Code> and a token. Open the complete
        link.
      </Text>
    </EntryPage>
  );
}

function AlreadySetUp() {
  return (
    <EntryPage title="Prompthold is already set up">
      <Text>The first account exists, so this page is no longer needed.</Text>
      <Text>
        <Anchor component={Link} href="/login">
          Sign in
        </Anchor>
      </Text>
    </EntryPage>
  );
}
