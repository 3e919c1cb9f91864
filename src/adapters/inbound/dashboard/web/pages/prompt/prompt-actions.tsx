import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useChangePrompt } from '../../api/prompt-changes.ts';
import type { Prompt } from '../../api/prompts.ts';
import { describeProblem } from '../../components/problem-notice.tsx';
import { DeletePromptDialog } from './delete-prompt-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';

export function PromptActions({ prompt }: { readonly prompt: Prompt }) {
  const [editing, edit] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit.open}>
        Edit details
      </Button>
      <ArchiveButton prompt={prompt} />
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove.open}>
        Delete
      </Button>
      <DetailsDialog prompt={prompt} opened={editing} onClose={edit.close} />
      <DeletePromptDialog prompt={prompt} opened={deleting} onClose={remove.close} />
    </>
  );
}

function ArchiveButton({ prompt: { id, archived } }: { readonly prompt: Prompt }) {
  const change = useChangePrompt(id);
  const toggle = () =>
    change.mutate(
      { archived: !archived },
      {
        onSuccess: () => notifications.show({ message: archived ? 'Prompt unarchived' : 'Prompt archived' }),
        onError: (problem) =>
          notifications.show({ color: 'red', title: 'Not changed', message: describeProblem(problem) }),
      },
    );
  const Icon = archived ? IconArchiveOff : IconArchive;
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={toggle} loading={change.isPending}>
      {archived ? 'Unarchive' : 'Archive'}
    </Button>
  );
}
