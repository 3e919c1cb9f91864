import { Anchor, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useArrival, useCallersRecorded } from '../../../api/account/callers.ts';
import { type PromptWithVersion, useLabelLock } from '../../../api/prompts/prompts.ts';
import { useProtectedLabels } from '../../../api/prompts/protection.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ProtectedMark } from '../../../components/protected-mark.tsx';
import { lazyDialog } from '../../../on-demand/lazy-dialog.tsx';
import { comparisonQuery } from '../versions/comparison.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { describeArrival } from './describe-arrival.ts';
import { LabelHistory } from './label-history.tsx';
import { PromoteForm } from './promote-form.tsx';
import { RemoveLabelDialog } from './remove-label-dialog.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';

const PromoteDialog = lazyDialog(
  async () => (await import('../versions/promote-dialog.tsx')).PromoteDialog,
  'promotion',
);

export function LabelsTab() {
  const { prompt } = useWorkspace();
  // Without the list, there are no locks: it must not keep the labels from being moved.
  const { data: protectedLabels = [] } = useProtectedLabels();
  const labels = Object.keys(prompt.labels).sort();
  return (
    <Stack gap="md">
      {labels.length === 0 ? (
        <EmptyState title="No labels yet">
          <Text>
            Programs that request no label get the latest version. Promote a version to “production” to pin them to it
            until you move the label.
          </Text>
        </EmptyState>
      ) : (
        labels.map((label) => <LabelCard key={label} label={label} isProtected={protectedLabels.includes(label)} />)
      )}
      {!prompt.archived && <PromoteForm />}
    </Stack>
  );
}

function LabelCard({ label, isProtected }: { readonly label: string; readonly isProtected: boolean }) {
  const { prompt } = useWorkspace();
  const [isHistoryShown, history] = useDisclosure();
  const [dialog, setDialog] = useState<'update' | 'rollback' | 'remove'>();
  const { data: lock } = useLabelLock(prompt.id, label, isProtected);
  const version = prompt.labels[label];
  const close = () => setDialog(undefined);
  const heading = `label-${label}`;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={heading}>
      <Group justify="space-between" gap="sm">
        <div className="row-text">
          <Group gap={6} wrap="nowrap">
            <Title order={2} size="h5" id={heading}>
              {label}
            </Title>
            {isProtected && <ProtectedMark label={label} />}
          </Group>
          <LabelPosition label={label} />
          {lock && <LockedIncludes {...lock} />}
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-expanded={isHistoryShown}
            onClick={history.toggle}
            aria-label={`History of ${label}`}
          >
            History
          </Button>
          {!prompt.archived && lock && (
            <Button
              variant="default"
              size="xs"
              onClick={() => setDialog('update')}
              aria-label={`Update includes of ${label}`}
            >
              Update includes
            </Button>
          )}
          {!prompt.archived && (
            <Button variant="default" size="xs" onClick={() => setDialog('rollback')} aria-label={`Roll back ${label}`}>
              Roll back
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => setDialog('remove')} aria-label={`Remove ${label}`}>
            Remove
          </Button>
        </Group>
      </Group>
      <LabelArrival label={label} />
      {isHistoryShown && <LabelHistory id={prompt.id} label={label} />}
      <PromoteDialog
        isUpdate
        promotion={dialog === 'update' && version !== undefined ? { label, version } : undefined}
        onClose={close}
      />
      <RollBackDialog label={label} opened={dialog === 'rollback'} onClose={close} />
      <RemoveLabelDialog label={label} opened={dialog === 'remove'} onClose={close} />
    </Paper>
  );
}

const INCLUDES_SHOWN_MAX = 3;

type Lock = NonNullable<PromptWithVersion['resolved']['lock']>;

function LockedIncludes({ includes }: Lock) {
  const names = includes.slice(0, INCLUDES_SHOWN_MAX).map(({ include, version }) => `${include} (v${version})`);
  const others = includes.length - names.length;
  return (
    <Text c="dimmed" size="sm" className="broken-words">
      <IconLock size={14} aria-hidden /> Serves what was included when it moved
      {names.length > 0 && `: ${names.join(', ')}`}
      {others > 0 && ` and ${others} more`}
    </Text>
  );
}

/** The version that a label points to, and what it would gain by a promotion. */
function LabelPosition({ label }: { readonly label: string }) {
  const { prompt } = useWorkspace();
  const version = prompt.labels[label] ?? 0;
  const behind = prompt.latestVersion - version;
  return (
    <Text c="dimmed" size="sm">
      Version {version}, {behind === 0 ? 'the latest' : `${behind} behind the latest. `}
      {behind > 0 && (
        <Anchor
          component={Link}
          size="sm"
          href={`/prompts/${prompt.id}?${comparisonQuery(prompt.latestVersion, label)}`}
        >
          Compare<VisuallyHidden> {label}</VisuallyHidden> with latest
        </Anchor>
      )}
    </Text>
  );
}

/** Shows which programs have the version that a label points to, kept up to date. */
function LabelArrival({ label }: { readonly label: string }) {
  const { prompt } = useWorkspace();
  const { data } = useArrival(prompt.id, label);
  const sentence = data && describeArrival(data, new Date());
  const { data: isRecorded } = useCallersRecorded(data !== undefined && sentence === undefined);
  if (!data) return null;
  const text = sentence ?? (isRecorded ? 'No caller has read this label in the last 7 days' : undefined);
  return text === undefined ? null : (
    <Text size="sm" mt="xs" className="broken-words">
      {text}
    </Text>
  );
}
