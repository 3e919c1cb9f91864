import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewAccount } from '../api/account/account.ts';
import { ApiProblem } from '../api/http/request.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { fieldProblem } from './field-problem.ts';
import { NewPasswordInput } from './new-password-input.tsx';
import { useFocusOnInvalid } from './use-focus-on-invalid.ts';

interface NewAccountFormProps {
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onSubmit: (account: NewAccount) => void;
}

/** Used for the first account and for signing up. */
export function NewAccountForm({ error, busy, onSubmit }: NewAccountFormProps) {
  const form = useForm<NewAccount>({ initialValues: { name: '', email: '', password: '' } });
  const formRef = useFocusOnInvalid(error);
  const problems = {
    name: fieldProblem(error, 'name', 'Name'),
    email: isTaken(error) ? 'An account with this e-mail already exists.' : fieldProblem(error, 'email', 'E-mail'),
    password: fieldProblem(error, 'password', 'Password'),
  };
  const isAtField = Object.values(problems).some((problem) => problem !== undefined);
  return (
    <form ref={formRef} onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        {error && !isAtField && <ProblemNotice problem={error} title="Account not created" />}
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
          error={problems.name}
        />
        <TextInput
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
          error={problems.email}
        />
        <NewPasswordInput
          label="Password"
          name="password"
          {...form.getInputProps('password')}
          error={problems.password}
        />
        <BusyButton type="submit" fullWidth busy={busy}>
          Create account
        </BusyButton>
      </Stack>
    </form>
  );
}

const isTaken = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'email_taken';
