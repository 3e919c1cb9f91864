import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Describes the rules, which the server enforces. */
export function NewPasswordInput(input: PasswordInputProps) {
  return (
    <PasswordInput
      description="At least 12 characters, hard to guess. Three or more unrelated words work well."
      autoComplete="new-password"
      minLength={12}
      required
      withAsterisk={false}
      // Mantine sets it on its wrapper only.
      aria-invalid={input.error ? true : undefined}
      {...input}
    />
  );
}
