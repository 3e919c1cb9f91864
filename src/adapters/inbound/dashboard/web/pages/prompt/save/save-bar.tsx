import './save-bar.css';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { MESSAGE_CHARACTERS_MAX } from '../../../../../../../domain/prompts/prompt-version.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useScrollPadding } from '../../../hooks/use-scroll-padding.ts';
import { lazyDialog } from '../../../on-demand/lazy-dialog.tsx';
import { ImpactNote } from '../includers/impact-note.tsx';
import { useBrokenVersions } from '../workspace/use-broken-versions.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { ChangeSummary } from './change-summary.tsx';
import { DraftDifferences } from './draft-differences.tsx';
import { NewerVersionNotice } from './newer-version-notice.tsx';
import { SaveMenu } from './save-menu.tsx';
import { SaveProblem } from './save-problem.tsx';
import { toNewVersion, useSave } from './use-save.ts';

const ReviewDialog = lazyDialog(async () => (await import('./review-dialog.tsx')).ReviewDialog, 'opened');

/** Saves the draft. Stays in view, so that a save by keyboard is never without a visible result. */
export function SaveBar() {
  const { prompt, work, isDirty } = useWorkspace();
  const { save, retry, clearFailure, hasLabels, failure, isPending } = useSave();
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
          <SaveProblem
            failure={failure}
            onRetry={() => void retry()}
            onSaveWithoutLabels={hasLabels ? () => void save() : undefined}
            onForce={() => void save([], true)}
          />
        )
      )}
      <div className="save-row">
        <ChangeSummary brokenVersions={brokenVersions} />
        <DraftImpact />
        <MessageField />
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
            <SaveMenu
              brokenLabels={brokenVersions.flatMap(({ labels }) => labels)}
              onSave={(label) => void save([label])}
              onDiscard={clearFailure}
            />
          </Button.Group>
        </div>
      </div>
      <ReviewDialog
        opened={reviewing}
        action={`Save v${prompt.latestVersion + 1}`}
        isSaveDisabled={prompt.archived}
        onSave={() => void save()}
        onClose={review.close}
      >
        <DraftDifferences brokenVersions={brokenVersions} />
      </ReviewDialog>
    </section>
  );
}

const PAUSE_MS = 600;

/** Asks the server after a pause. */
function DraftImpact() {
  const { prompt, work, uses, isDirty, problems } = useWorkspace();
  const [draft] = useDebouncedValue(work.draft, PAUSE_MS);
  const isReady = isDirty && problems.length === 0 && prompt.version === work.base.version;
  return <ImpactNote change={isReady ? toNewVersion(draft, uses) : undefined} />;
}

function MessageField() {
  const { work, updateWork } = useWorkspace();
  return (
    <TextInput
      className="save-message"
      aria-label="Message"
      placeholder="What changed, and why"
      maxLength={MESSAGE_CHARACTERS_MAX}
      value={work.message}
      onChange={({ currentTarget: { value } }) => updateWork((now) => ({ ...now, message: value }))}
    />
  );
}
