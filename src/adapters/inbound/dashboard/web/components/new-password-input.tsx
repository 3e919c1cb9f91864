import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** The rules are the server's; this only says them before it does. */
export function NewPasswordInput(input: PasswordInputProps) {
  return (
    <PasswordInput
      description="12 to 256 characters of any kind. Not a common password, and not your e-mail."
      autoComplete="new-password"
      minLength={12}
      required
      withAsterisk={false}
      // Mantine marks its own wrapper only.
      aria-invalid={input.error ? true : undefined}
      {...input}
    />
  );
}
