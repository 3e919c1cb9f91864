import { Alert, Autocomplete, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { labelProblem } from '../../../../../../../domain/prompts/naming/label.ts';
import { usePromote } from '../../../api/prompt-changes.ts';
import type { Prompt } from '../../../api/prompts.ts';
import { ApiProblem } from '../../../api/request.ts';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { ChangeProblem } from '../workspace/change-problem.tsx';
import { versionChoices } from '../workspace/version-options.ts';

/** Points a label to a version: from then on, everybody who reads by that label gets it. */
export function PromoteForm({ prompt }: { readonly prompt: Prompt }) {
  const [label, setLabel] = useState('production');
  const [version, setVersion] = useState(String(prompt.latestVersion));
  const [message, setMessage] = useState('');
  const [tried, setTried] = useState(false);
  const promote = usePromote(prompt.id);
  const mistake = LABEL_MISTAKES[labelProblem(label) ?? 'none'];

  const move = (force: boolean) => {
    setTried(true);
    if (mistake || promote.isPending) return;
    const promotion = { label, version: Number(version), message, force };
    promote.mutate(promotion, {
      onSuccess: () => {
        setMessage('');
        setTried(false);
        notifications.show({ color: 'green', message: `${label} points to version ${version}` });
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move(false);
  };
  /** An answer about another label or version is no answer any more. */
  const choose = (set: (text: string) => void) => (text: string) => {
    promote.reset();
    set(text);
  };

  return (
    <Paper withBorder p="md" component="section" aria-labelledby="promote-heading">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2} size="h4" id="promote-heading">
            Promote a version
          </Title>
          <Group align="flex-start" gap="sm">
            <Autocomplete
              label="Label"
              description="One there is, or a new one"
              data={[...new Set([...Object.keys(prompt.labels), 'production', 'staging'])]}
              value={label}
              onChange={choose(setLabel)}
              error={tried && mistake}
              spellCheck={false}
            />
            <NativeSelect
              label="Version"
              description={prompt.labels[label] ? `It points to ${prompt.labels[label]} now` : 'It is new'}
              data={versionChoices(prompt)}
              value={version}
              onChange={({ currentTarget }) => choose(setVersion)(currentTarget.value)}
            />
            <TextInput
              label="Reason"
              description="For the history"
              maxLength={500}
              flex="1 1 200px"
              value={message}
              onChange={({ currentTarget }) => setMessage(currentTarget.value)}
            />
          </Group>
          {promote.error && <Refusal problem={promote.error} force={() => move(true)} />}
          <Group>
            <Button type="submit" loading={promote.isPending}>
              Promote
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

const LABEL_MISTAKES = {
  none: undefined,
  malformed: 'Begin with a small letter; then letters, digits, “.”, “_” or “-”, 36 at most',
  reserved: '“latest” always is the newest version',
} as const;

function Refusal({ problem, force }: { readonly problem: unknown; readonly force: () => void }) {
  if (!(problem instanceof ApiProblem) || problem.code !== 'breaking_change') {
    return <ChangeProblem problem={problem} title="Not promoted" />;
  }
  return (
    <Alert className="notice" color="yellow" title="This would break programs that use the label" role="alert">
      <BreakingChanges problem={problem} />
      <Text size="sm" my="xs">
        Change those programs first, or promote it if they are ready.
      </Text>
      <Button variant="default" onClick={force}>
        Promote anyway
      </Button>
    </Alert>
  );
}
