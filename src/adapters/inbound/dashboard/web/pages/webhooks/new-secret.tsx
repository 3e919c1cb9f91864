import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FocusedMessage } from '../../components/focused-message.tsx';
import { CopyButton } from '../../snippets/copy-button.tsx';

interface NewSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
  /** Why there is a new secret. */
  readonly children: ReactNode;
}

export function NewSecret({ secret, onDone, children }: NewSecretProps) {
  return (
    <Stack>
      <FocusedMessage>
        <Text>{children}</Text>
      </FocusedMessage>
      <code className="key-text">{secret}</code>
      <Group justify="flex-end">
        <CopyButton text={secret} subject="Secret" fallbackAdvice="Select the secret and copy it yourself." />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
