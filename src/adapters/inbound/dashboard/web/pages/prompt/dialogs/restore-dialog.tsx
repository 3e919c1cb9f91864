import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { MESSAGE_CHARACTERS_MAX } from '../../../../../../../domain/prompts/prompt-version.ts';
import { usePublish } from '../../../api/prompts/prompt-changes.ts';
import { DialogActions } from '../../../forms/dialog-form.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import type { VersionDialogProps } from './version-dialog.tsx';

export function RestoreDialog({ version, onClose }: VersionDialogProps) {
  return (
    <Modal opened={version !== undefined} onClose={onClose} title={`Restore version ${version ?? ''}`}>
      {version !== undefined && <RestoreForm version={version} onClose={onClose} />}
    </Modal>
  );
}

type RestoreFormProps = VersionDialogProps & { readonly version: number };

function RestoreForm({ version, onClose }: RestoreFormProps) {
  const { prompt } = useWorkspace();
  const [message, setMessage] = useState('');
  const publish = usePublish(prompt.id);
  const restore = () =>
    publish.mutate(
      { body: { restore: version, ...(message !== '' && { message }) }, etag: prompt.etag },
      {
        onSuccess: ({ version: latest }) => {
          announceRestore(version, latest, prompt.latestVersion);
          onClose();
        },
      },
    );
  return (
    <Stack>
      <Text>
        Publishes the content, variables and config of version {version} again as version {prompt.latestVersion + 1}.
        Labels do not move, and no version is lost.
      </Text>
      <TextInput
        label="Message"
        placeholder="What changed, and why"
        maxLength={MESSAGE_CHARACTERS_MAX}
        data-autofocus
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      {publish.error && <ChangeProblem problem={publish.error} title="Not restored" />}
      <DialogActions onCancel={onClose}>
        <Button onClick={restore} loading={publish.isPending}>
          Restore
        </Button>
      </DialogActions>
    </Stack>
  );
}

function announceRestore(restored: number, latest: number, previous: number): void {
  const isNew = latest > previous;
  notifications.show({
    color: isNew ? 'green' : 'gray',
    message: isNew
      ? `Version ${restored} published again as version ${latest}`
      : `Nothing to restore: version ${latest} is the same as version ${restored}`,
  });
}
