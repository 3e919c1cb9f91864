import { Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRename } from '../../api/account/account.ts';
import { type SignedInAccount, useSession } from '../../api/account/session.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { fieldProblem } from '../../forms/field-problem.ts';
import { useFocusOnInvalid } from '../../forms/use-focus-on-invalid.ts';
import { CopyButton } from '../../snippets/copy-button.tsx';
import { Section } from './section.tsx';

export function ProfileTab() {
  const { data: account } = useSession();
  if (!account) return null;
  return (
    <Section title="Profile">
      <NameForm account={account} />
      <TextInput
        label="E-mail"
        description="Used to sign in. You can’t change it."
        value={account.email}
        readOnly
        variant="filled"
        maw={480}
      />
      <Group align="flex-end" gap="sm" maw={480} wrap="nowrap">
        <TextInput label="User ID" value={account.userId} readOnly variant="filled" flex={1} />
        <CopyButton text={account.userId} subject="User ID" hasSubjectInName />
      </Group>
    </Section>
  );
}

function NameForm({ account }: { readonly account: SignedInAccount }) {
  const rename = useRename();
  const form = useForm({ initialValues: { name: account.name } });
  const formRef = useFocusOnInvalid(rename.error);
  const nameProblem = fieldProblem(rename.error, 'name', 'Name');
  const submit = form.onSubmit(({ name }) =>
    rename.mutate(name, { onSuccess: () => notifications.show({ color: 'green', message: 'Name saved' }) }),
  );
  return (
    <form ref={formRef} onSubmit={submit}>
      <Stack gap="sm" maw={480}>
        {rename.error && !nameProblem && <ProblemNotice problem={rename.error} title="Could not save the name" />}
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
          error={nameProblem}
        />
        <Group>
          <BusyButton type="submit" busy={rename.isPending}>
            Save
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
