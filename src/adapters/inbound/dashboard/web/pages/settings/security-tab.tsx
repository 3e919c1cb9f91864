import { Stack } from '@mantine/core';
import { PasswordForm } from './password-form.tsx';
import { ProtectedLabelsForm } from './protected-labels-form.tsx';
import { Section } from './section.tsx';
import { SessionList } from './session-list.tsx';

export function SecurityTab() {
  return (
    <Stack gap="md">
      <Section
        title="Password"
        description="Changing your password signs out all other sessions. Your API key stays the same."
      >
        <PasswordForm />
      </Section>
      <Section title="Sessions" description="Browsers that are signed in to this dashboard.">
        <SessionList />
      </Section>
      <Section
        title="Protected labels"
        description="Programs with your API key can’t move or remove these labels, or rename, archive or delete a prompt that has one. Only people signed in to the dashboard can."
      >
        <ProtectedLabelsForm />
      </Section>
    </Stack>
  );
}
