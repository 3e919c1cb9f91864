import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useChangePrompt } from '../../api/prompt-changes.ts';
import type { Prompt } from '../../api/prompts.ts';
import { inWords } from '../../components/problem-notice.tsx';
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
      <DetailsDialog prompt={prompt} opened={editing} close={edit.close} />
      <DeletePromptDialog prompt={prompt} opened={deleting} close={remove.close} />
    </>
  );
}

function ArchiveButton({ prompt: { id, archived } }: { readonly prompt: Prompt }) {
  const change = useChangePrompt(id);
  const toggle = () =>
    change.mutate(
      { archived: !archived },
      {
        onSuccess: () => notifications.show({ message: archived ? 'Back from the archive' : 'Archived' }),
        onError: (problem) => notifications.show({ color: 'red', title: 'Not changed', message: inWords(problem) }),
      },
    );
  const Icon = archived ? IconArchiveOff : IconArchive;
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={toggle} loading={change.isPending}>
      {archived ? 'Unarchive' : 'Archive'}
    </Button>
  );
}
