import { ActionIcon, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconChevronDown, IconTag } from '@tabler/icons-react';
import { Menu } from '../../../on-demand/menu.tsx';
import { suggestLabels } from '../workspace/suggest-labels.ts';
import { startFrom } from '../workspace/unsaved-work.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

interface SaveMenuProps {
  /** Labels whose callers the draft would break. */
  readonly brokenLabels: readonly string[];
  readonly onSave: (label: string) => void;
  readonly onDiscard: () => void;
}

/** Other things to do with the draft than to save it as it is. */
export function SaveMenu({ brokenLabels, onSave, onDiscard }: SaveMenuProps) {
  const { prompt, work, updateWork, isDirty, published } = useWorkspace();
  const labels = suggestLabels(prompt.labels);
  const discard = () => {
    updateWork((now) => ({ ...startFrom(published), setAside: now.setAside }));
    onDiscard();
    announceDiscard(() => updateWork(() => work));
  };
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon
          size="input-sm"
          aria-label="More ways to save"
          className="save-menu-button"
          disabled={prompt.archived && !isDirty}
        >
          <IconChevronDown size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!prompt.archived &&
          labels.map((label) => (
            <Menu.Item key={label} leftSection={<IconTag size={16} aria-hidden />} onClick={() => onSave(label)}>
              Save and promote to {label}
              {brokenLabels.includes(label) && <span className="breaking-note"> (breaking)</span>}
            </Menu.Item>
          ))}
        {isDirty && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={discard}>
            Discard changes
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const UNDO_MS = 15_000;

/** One wrong click must not lose a text. */
function announceDiscard(onUndo: () => void): void {
  const id = notifications.show({
    autoClose: UNDO_MS,
    message: (
      <>
        Changes discarded{' '}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            onUndo();
            notifications.hide(id);
          }}
        >
          Undo
        </Button>
      </>
    ),
  });
}
