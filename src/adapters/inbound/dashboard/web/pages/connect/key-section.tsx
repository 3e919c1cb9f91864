import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useFetchKey } from '../../api/account/key.ts';
import { CopyButton } from '../../snippets/copy-button.tsx';
import { KeyCommand } from '../../snippets/key-command.tsx';

/** Everything else on the page reads the key from the environment. */
export function KeySection() {
  const fetchKey = useFetchKey();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="key">
      <Stack gap="sm">
        <Title order={2} size="h4" id="key" tabIndex={-1}>
          Key
        </Title>
        <Text size="sm">
          Set <code>PROMPTHOLD_KEY</code> first so the key never appears in your commands or files. The copied command
          contains your key; no other snippet on this page does.
        </Text>
        <KeyCommand />
        <Group gap="sm">
          <CopyButton
            text={fetchKey}
            subject="API key"
            fallbackAdvice="Reveal the key in Settings, API Keys, and copy it there."
          >
            Copy API key
          </CopyButton>
          <Anchor component={Link} href="/settings?tab=api-keys" size="sm">
            Manage API key
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  );
}
