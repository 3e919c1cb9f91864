import { Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { type PasswordChange, useChangePassword } from '../../api/account/account.ts';
import { useSession } from '../../api/account/session.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { fieldProblem } from '../../forms/field-problem.ts';
import { NewPasswordInput } from '../../forms/new-password-input.tsx';
import { useFocusOnInvalid } from '../../forms/use-focus-on-invalid.ts';

export function PasswordForm() {
  const { data: account } = useSession();
  const change = useChangePassword();
  const form = useForm<PasswordChange>({ initialValues: { current: '', chosen: '' } });
  const formRef = useFocusOnInvalid(change.error);
  const currentProblem = fieldProblem(change.error, 'current', 'Current password');
  const newProblem = fieldProblem(change.error, 'chosen', 'New password');

  const submit = form.onSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => {
        form.reset();
        notifications.show({
          color: 'green',
          title: 'Password changed',
          message: 'All your other sessions were signed out.',
        });
      },
    }),
  );
  return (
    <form ref={formRef} onSubmit={submit}>
      <Stack maw={480}>
        {change.error && !currentProblem && !newProblem && (
          <ProblemNotice problem={change.error} title="Could not change the password" />
        )}
        {/* Password managers need the account that the password belongs to. */}
        <input type="text" hidden name="username" autoComplete="username" value={account?.email ?? ''} readOnly />
        <PasswordInput
          label="Current password"
          name="current"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('current')}
          error={currentProblem}
          aria-invalid={currentProblem ? true : undefined}
        />
        <NewPasswordInput label="New password" name="chosen" {...form.getInputProps('chosen')} error={newProblem} />
        <Group>
          <BusyButton type="submit" busy={change.isPending}>
            Change password
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
