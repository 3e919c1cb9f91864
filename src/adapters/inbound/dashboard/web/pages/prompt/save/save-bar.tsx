import './save-bar.css';
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconChevronDown, IconDeviceFloppy, IconTag } from '@tabler/icons-react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useScrollPadding } from '../../../hooks/use-scroll-padding.ts';
import { startFrom } from '../workspace/unsaved-work.ts';
import { useBrokenVersions } from '../workspace/use-broken-versions.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { ChangeSummary } from './change-summary.tsx';
import { NewerVersionNotice } from './newer-version-notice.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { SaveProblem } from './save-problem.tsx';
import { useSave } from './use-save.ts';

/** Saves the draft. Stays in view, so that a save by keyboard is never without a visible result. */
export function SaveBar() {
  const { prompt, work, updateWork, isDirty } = useWorkspace();
  const { save, retry, clearFailure, failure, isPending } = useSave();
  useHotkeys([['mod+S', () => void save()]], [], true);
  const bar = useScrollPadding<HTMLElement>();
  const brokenVersions = useBrokenVersions();
  const [reviewing, review] = useDisclosure();
  const isOutdated = isDirty && prompt.version > work.base.version;
  return (
    <section ref={bar} aria-label="Save" className="save-bar">
      {isOutdated ? (
        <NewerVersionNotice hasFailed={failure !== undefined} onResolve={clearFailure} />
      ) : (
        failure && (
          <SaveProblem failure={failure} onRetry={() => void retry()} onSaveWithoutLabels={() => void save()} />
        )
      )}
      <div className="save-row">
        <ChangeSummary brokenVersions={brokenVersions} />
        <TextInput
          className="save-message"
          aria-label="Message"
          placeholder="What changed, and why (optional)"
          maxLength={500}
          value={work.message}
          onChange={({ currentTarget: { value } }) => updateWork((now) => ({ ...now, message: value }))}
        />
        <div className="save-actions">
          {isDirty && (
            <Button variant="default" onClick={review.open}>
              Review changes
            </Button>
          )}
          <Button.Group>
            <BusyButton
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={() => void save()}
              busy={isPending}
              disabled={prompt.archived}
            >
              Save v{prompt.latestVersion + 1}
            </BusyButton>
            <SaveMenu onSave={(label) => void save([label])} onDiscard={clearFailure} />
          </Button.Group>
        </div>
      </div>
      <ReviewDialog
        opened={reviewing}
        brokenVersions={brokenVersions}
        onSave={() => void save()}
        onClose={review.close}
      />
    </section>
  );
}

interface SaveMenuProps {
  readonly onSave: (label: string) => void;
  readonly onDiscard: () => void;
}

function SaveMenu({ onSave, onDiscard }: SaveMenuProps) {
  const { prompt, work, updateWork, isDirty, published } = useWorkspace();
  const labels = [...new Set([...Object.keys(prompt.labels).sort(), 'production', 'staging'])];
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
