import { Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FormEvent } from 'react';
import { useChangePassword } from '../../api/account.ts';
import { useSession } from '../../api/session.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { fieldProblem } from '../../components/field-problem.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { useFocusOnInvalid } from '../../hooks/use-focus-on-invalid.ts';

export function PasswordForm() {
  const { data: account } = useSession();
  const change = useChangePassword();
  const form = useFocusOnInvalid(change.error);
  const currentProblem = fieldProblem(change.error, 'current', 'Current password');
  const chosenProblem = fieldProblem(change.error, 'chosen', 'New password');

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const fields = new FormData(sent);
    change.mutate(
      { current: String(fields.get('current') ?? ''), chosen: String(fields.get('chosen') ?? '') },
      {
        onSuccess: () => {
          sent.reset();
          notifications.show({
            color: 'green',
            title: 'Password changed',
            message: 'Every other session of yours has ended.',
          });
        },
      },
    );
  };
  return (
    <form ref={form} onSubmit={send}>
      <Stack maw={480}>
        {change.error && !currentProblem && !chosenProblem && (
          <ProblemNotice problem={change.error} title="The password was not changed" />
        )}
        {/* Tells a password manager whose password this is. */}
        <input type="text" hidden name="username" autoComplete="username" value={account?.email ?? ''} readOnly />
        <PasswordInput
          name="current"
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={currentProblem}
          aria-invalid={currentProblem ? true : undefined}
        />
        <NewPasswordInput name="chosen" label="New password" error={chosenProblem} />
        <Group>
          <BusyButton type="submit" busy={change.isPending}>
            Change password
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
