import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { usePublish } from '../../../api/prompt-changes.ts';
import type { Prompt } from '../../../api/prompts.ts';
import { ChangeProblem } from '../workspace/change-problem.tsx';

interface RestoreDialogProps {
  readonly prompt: Prompt;
  /** Undefined while it is closed. */
  readonly version: number | undefined;
  readonly close: () => void;
}

export function RestoreDialog({ prompt, version, close }: RestoreDialogProps) {
  return (
    <Modal
      opened={version !== undefined}
      onClose={close}
      title={`Restore version ${version ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {version !== undefined && <RestoreForm prompt={prompt} version={version} close={close} />}
    </Modal>
  );
}

type RestoreFormProps = RestoreDialogProps & { readonly version: number };

function RestoreForm({ prompt, version, close }: RestoreFormProps) {
  const [message, setMessage] = useState('');
  const publish = usePublish(prompt.id);
  const restore = () =>
    publish.mutate(
      { body: { restore: version, ...(message !== '' && { message }) }, seen: prompt },
      {
        onSuccess: ({ data }) => {
          const isNew = data.version > prompt.latestVersion;
          notifications.show({
            color: isNew ? 'green' : 'gray',
            message: isNew
              ? `Version ${version} is published again as version ${data.version}`
              : `Nothing changed: it is the same as version ${data.version}`,
          });
          close();
        },
      },
    );
  return (
    <Stack>
      <Text>
        Its content, variables and config are published again as version {prompt.latestVersion + 1}. Labels stay where
        they are, and no version is lost.
      </Text>
      <TextInput
        label="Message"
        maxLength={500}
        data-autofocus
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      {publish.error && <ChangeProblem problem={publish.error} title="Not restored" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button onClick={restore} loading={publish.isPending}>
          Restore
        </Button>
      </Group>
    </Stack>
  );
}
