import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FocusedMessage } from '../../components/focused-message.tsx';
import { CopyButton } from '../../snippets/copy-button.tsx';
import { KeyText } from './key-text.tsx';

interface NewKeyProps {
  readonly token: string;
  readonly onDone: () => void;
  /** Why there is a new key. */
  readonly children: ReactNode;
}

export function NewKey({ token, onDone, children }: NewKeyProps) {
  return (
    <Stack>
      <FocusedMessage>
        <Text>{children}</Text>
      </FocusedMessage>
      <KeyText token={token} />
      <Group justify="flex-end">
        <CopyButton text={token} subject="New API key" fallbackAdvice="Select the key and copy it yourself." />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
