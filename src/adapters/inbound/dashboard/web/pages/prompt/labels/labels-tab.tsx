import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Prompt } from '../../../api/prompts.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LabelHistory } from './label-history.tsx';
import { PromoteForm } from './promote-form.tsx';
import { RemoveLabelDialog } from './remove-label-dialog.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';

export function LabelsTab({ prompt }: { readonly prompt: Prompt }) {
  const labels = Object.keys(prompt.labels).sort();
  return (
    <Stack gap="xl">
      {!prompt.archived && <PromoteForm prompt={prompt} />}
      {labels.length === 0 ? (
        <EmptyState title="No labels yet">
          <Text>
            Programs that ask for no label get the latest version. Promote a version to “production”, and they get that
            one, until you move the label.
          </Text>
        </EmptyState>
      ) : (
        labels.map((label) => <LabelCard key={label} prompt={prompt} label={label} />)
      )}
    </Stack>
  );
}

function LabelCard({ prompt, label }: { readonly prompt: Prompt; readonly label: string }) {
  const [shown, history] = useDisclosure();
  const [dialog, setDialog] = useState<'roll-back' | 'remove'>();
  const close = () => setDialog(undefined);
  const heading = `label-${label}`;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h4" id={heading}>
            {label}
          </Title>
          <Text c="dimmed" size="sm">
            Version {prompt.labels[label]}
            {prompt.labels[label] === prompt.latestVersion && ', the latest'}
          </Text>
        </div>
        <Group gap="sm">
          <Button variant="default" aria-expanded={shown} onClick={history.toggle} aria-label={`History of ${label}`}>
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
      {shown && <LabelHistory id={prompt.id} label={label} />}
      <RollBackDialog prompt={prompt} label={label} opened={dialog === 'roll-back'} close={close} />
      <RemoveLabelDialog prompt={prompt} label={label} opened={dialog === 'remove'} close={close} />
    </Paper>
  );
}
