import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff, IconCopyPlus, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useChangePrompt } from '../../api/prompts/prompt-changes.ts';
import type { Prompt } from '../../api/prompts/prompts.ts';
import { announceFailure } from '../../components/announce-failure.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { lazyDialog } from '../../on-demand/lazy-dialog.tsx';
import { Menu } from '../../on-demand/menu.tsx';

const DetailsDialog = lazyDialog(async () => (await import('./dialogs/details-dialog.tsx')).DetailsDialog, 'opened');
const DuplicateDialog = lazyDialog(
  async () => (await import('./dialogs/duplicate-dialog.tsx')).DuplicateDialog,
  'opened',
);
const DeletePromptDialog = lazyDialog(
  async () => (await import('./dialogs/delete-prompt-dialog.tsx')).DeletePromptDialog,
  'opened',
);

export function PromptActions({ prompt }: { readonly prompt: Prompt }) {
  const [editing, edit] = useDisclosure();
  const [duplicating, duplicate] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  const toggleArchived = useToggleArchived(prompt);
  const ArchiveIcon = prompt.archived ? IconArchiveOff : IconArchive;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={edit.open}
        visibleFrom="sm"
      >
        Edit details
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={IconDots} label="More actions" />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={edit.open} hiddenFrom="sm">
            Edit details…
          </Menu.Item>
          <Menu.Item leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={duplicate.open}>
            Duplicate…
          </Menu.Item>
          <Menu.Item leftSection={<ArchiveIcon size={16} aria-hidden />} onClick={toggleArchived}>
            {prompt.archived ? 'Unarchive' : 'Archive'}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={remove.open}
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DetailsDialog prompt={prompt} opened={editing} onClose={edit.close} />
      <DuplicateDialog id={prompt.id} opened={duplicating} onClose={duplicate.close} />
      <DeletePromptDialog prompt={prompt} opened={deleting} onClose={remove.close} />
    </>
  );
}

function useToggleArchived({ id, archived }: Prompt): () => void {
  const change = useChangePrompt(id);
  const [action, result] = archived ? ['unarchive', 'Prompt unarchived'] : ['archive', 'Prompt archived'];
  return () =>
    change.mutate(
      { archived: !archived },
      {
        onSuccess: () => notifications.show({ message: result }),
        onError: announceFailure(`Could not ${action} the prompt`),
      },
    );
}
