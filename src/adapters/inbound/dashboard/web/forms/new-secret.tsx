import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FocusedMessage } from '../components/focused-message.tsx';
import { CopyButton } from '../snippets/copy-button.tsx';

/** Named in the notice that it was copied. */
const SUBJECTS = { key: 'New API key', secret: 'Secret' } as const;

interface NewSecretProps {
  readonly kind: keyof typeof SUBJECTS;
  readonly secret: string;
  readonly onDone: () => void;
  /** Why there is a new secret. */
  readonly children: ReactNode;
}

export function NewSecret({ kind, secret, onDone, children }: NewSecretProps) {
  return (
    <Stack>
      <FocusedMessage>
        <Text>{children}</Text>
      </FocusedMessage>
      <code className="key-text">{secret}</code>
      <Group justify="flex-end">
        <CopyButton
          text={secret}
          subject={SUBJECTS[kind]}
          fallbackAdvice={`Select the ${kind} and copy it yourself.`}
        />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
