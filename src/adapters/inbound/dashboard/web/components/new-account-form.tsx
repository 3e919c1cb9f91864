import { Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import type { NewAccount } from '../api/account.ts';
import { ApiProblem } from '../api/request.ts';
import { useFocusOnInvalid } from '../hooks/use-focus-on-invalid.ts';
import { BusyButton } from './busy-button.tsx';
import { fieldProblem } from './field-problem.ts';
import { NewPasswordInput } from './new-password-input.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface NewAccountFormProps {
  readonly error: Error | null;
  readonly busy: boolean;
  readonly submit: (account: NewAccount) => void;
}

/** The same three questions, for the first account and for every other. */
export function NewAccountForm({ error, busy, submit }: NewAccountFormProps) {
  const form = useFocusOnInvalid(error);
  const problems = {
    name: fieldProblem(error, 'name', 'Name'),
    email: isTaken(error) ? 'This e-mail has an account already.' : fieldProblem(error, 'email', 'E-mail'),
    password: fieldProblem(error, 'password', 'Password'),
  };
  const isAtField = Object.values(problems).some((problem) => problem !== undefined);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: keyof NewAccount) => String(fields.get(name) ?? '');
    submit({ name: text('name'), email: text('email'), password: text('password') });
  };
  return (
    <form ref={form} onSubmit={send}>
      <Stack>
        {error && !isAtField && <ProblemNotice problem={error} />}
        <TextInput name="name" label="Name" autoComplete="name" required withAsterisk={false} error={problems.name} />
        <TextInput
          name="email"
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          error={problems.email}
        />
        <NewPasswordInput name="password" label="Password" error={problems.password} />
        <BusyButton type="submit" fullWidth busy={busy}>
          Create account
        </BusyButton>
      </Stack>
    </form>
  );
}

const isTaken = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'email_taken';
