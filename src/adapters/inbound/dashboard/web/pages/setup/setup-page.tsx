import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { type NewAccount, useSetUp } from '../../api/account/account.ts';
import { ApiProblem } from '../../api/http/request.ts';
import { NewAccountForm } from '../../forms/new-account-form.tsx';
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
      <EntryPage title="The setup link is incomplete">
        <Text>The link is missing its token. Copy the whole link, including the part after #.</Text>
      </EntryPage>
    );
  if (code === 'setup_token_expired')
    return <UnusableLink title="The setup link has expired">Setup links are valid for 30 minutes.</UnusableLink>;
  if (code === 'setup_token_invalid')
    return (
      <UnusableLink title="The setup link is not valid">It may be from an earlier start of the server.</UnusableLink>
    );

  const submit = (account: NewAccount) =>
    setUp.mutate({ ...account, token }, { onSuccess: () => navigate('/', { replace: true }) });
  return (
    <EntryPage title="Set up Prompthold" description="Create the first account. You’ll be signed in right away.">
      <NewAccountForm error={setUp.error} busy={setUp.isPending} onSubmit={submit} />
    </EntryPage>
  );
}

function UnusableLink({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <EntryPage title={title}>
      <Text>{children}</Text>
      <Text>Restart the server to get a new link in its log. Copy the whole link, including the part after #.</Text>
    </EntryPage>
  );
}

function AlreadySetUp() {
  return (
    <EntryPage title="Prompthold is already set up">
      <Text>The first account already exists.</Text>
      <Text>
        <Anchor component={Link} href="/login">
          Sign in
        </Anchor>
      </Text>
    </EntryPage>
  );
}
