import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useProtectedLabels } from '../../../api/protection.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ProtectedMark } from '../../../components/protected-mark.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { LabelArrival } from './label-arrival.tsx';
import { LabelHistory } from './label-history.tsx';
import { PromoteForm } from './promote-form.tsx';
import { RemoveLabelDialog } from './remove-label-dialog.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';

export function LabelsTab() {
  const { prompt } = useWorkspace();
  // Without the list, there are no locks: it must not keep the labels from being moved.
  const { data: protectedLabels = [] } = useProtectedLabels();
  const labels = Object.keys(prompt.labels).sort();
  return (
    <Stack gap="xl">
      {!prompt.archived && <PromoteForm />}
      {labels.length === 0 ? (
        <EmptyState title="No labels yet">
          <Text>
            Programs that request no label get the latest version. Promote a version to “production”, and they get that
            version until you move the label.
          </Text>
        </EmptyState>
      ) : (
        labels.map((label) => <LabelCard key={label} label={label} isProtected={protectedLabels.includes(label)} />)
      )}
    </Stack>
  );
}

function LabelCard({ label, isProtected }: { readonly label: string; readonly isProtected: boolean }) {
  const { prompt } = useWorkspace();
  const [isHistoryShown, history] = useDisclosure();
  const [dialog, setDialog] = useState<'roll-back' | 'remove'>();
  const close = () => setDialog(undefined);
  const heading = `label-${label}`;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" gap="sm">
        <div className="row-text">
          <Group gap={6} wrap="nowrap">
            <Title order={2} size="h4" id={heading}>
              {label}
            </Title>
            {isProtected && <ProtectedMark label={label} />}
          </Group>
          <Text c="dimmed" size="sm">
            Version {prompt.labels[label]}
            {prompt.labels[label] === prompt.latestVersion && ', the latest'}
          </Text>
        </div>
        <Group gap="sm">
          <Button
            variant="default"
            aria-expanded={isHistoryShown}
            onClick={history.toggle}
            aria-label={`History of ${label}`}
          >
            History
          </Button>
          {!prompt.archived && (
            <Button variant="default" onClick={() => setDialog('roll-back')} aria-label={`Roll back ${label}`}>
              Roll back
            </Button>
          )}
          <Button variant="default" onClick={() => setDialog('remove')} aria-label={`Remove ${label}`}>
            Remove
          </Button>
        </Group>
      </Group>
      <LabelArrival id={prompt.id} label={label} />
      {isHistoryShown && <LabelHistory id={prompt.id} label={label} />}
      <RollBackDialog label={label} opened={dialog === 'roll-back'} onClose={close} />
      <RemoveLabelDialog label={label} opened={dialog === 'remove'} onClose={close} />
    </Paper>
  );
}
