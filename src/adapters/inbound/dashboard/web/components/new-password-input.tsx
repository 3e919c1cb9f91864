import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Describes the rules, which the server enforces. */
export function NewPasswordInput(input: PasswordInputProps) {
  return (
    <PasswordInput
      description="12 to 256 characters of any kind that are hard to guess, such as three or more unrelated words."
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
