import { Stack } from '@mantine/core';
import { PasswordForm } from './password-form.tsx';
import { ProtectedLabelsForm } from './protected-labels-form.tsx';
import { Section } from './section.tsx';
import { SessionList } from './session-list.tsx';

export function SecurityTab() {
  return (
    <Stack gap="lg">
      <Section title="Password" description="Changing it ends all other sessions. Your API key stays the same.">
        <PasswordForm />
      </Section>
      <Section title="Sessions" description="Where you are signed in to this dashboard.">
        <SessionList />
      </Section>
      <Section
        title="Protected labels"
        description="Programs with your API key cannot move or remove these labels, nor rename, archive or delete a prompt that has one. You can, here in the dashboard."
      >
        <ProtectedLabelsForm />
      </Section>
    </Stack>
  );
}
