import { Autocomplete, Button, Group, Input, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { FolderField, TagsField } from '../../forms/prompt-filter-fields.tsx';
import { useTypedText } from '../../hooks/use-typed-text.ts';
import { type AgentView, COMMON_LABELS, isNarrowed, isReadableLabel, TOOL_SETS, type ToolSet } from './agent-view.ts';
import { SeenPrompts } from './seen-prompts.tsx';

interface NarrowingFormProps {
  readonly view: AgentView;
  readonly onChange: (changes: Partial<AgentView>) => void;
}

const TOOL_NAMES: Readonly<Record<ToolSet, string>> = { read: 'Read', write: 'Read and publish', none: 'None' };

const TOOL_EFFECTS: Readonly<Record<ToolSet, string>> = {
  read: 'Agents can search, read and render prompts.',
  write: 'Agents can also publish versions and move labels, except protected ones.',
  none: 'Agents get prompts as commands only.',
};

const EVERYTHING: AgentView = { tags: [], folder: undefined, label: '', tools: 'read' };

/** Fills the URL of all snippets for agents. */
export function NarrowingForm({ view, onChange }: NarrowingFormProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="narrowing">
      <Stack gap="sm">
        <div>
          <Group justify="space-between" gap="xs">
            <Title order={3} size="h5" id="narrowing" tabIndex={-1}>
              What agents see
            </Title>
            {isNarrowed(view) && (
              <Button variant="subtle" size="compact-sm" onClick={() => onChange(EVERYTHING)}>
                Show everything
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            Applies to the snippets below. This is a view, not a permission: the key can still do everything.
          </Text>
        </div>
        <Group align="flex-start" gap="sm">
          <TagsField isLabelShown value={view.tags} onChange={(tags) => onChange({ tags })} />
          <FolderField value={view.folder} onChange={(folder) => onChange({ folder })} />
          <LabelField value={view.label} onChange={(label) => onChange({ label })} />
          <Input.Wrapper label="Tools" labelElement="div">
            <SegmentedControl
              aria-label="Tools"
              display="flex"
              data={TOOL_SETS.map((value) => ({ value, label: TOOL_NAMES[value] }))}
              value={view.tools}
              onChange={(next) => onChange({ tools: TOOL_SETS.find((one) => one === next) ?? 'read' })}
            />
          </Input.Wrapper>
        </Group>
        <Text size="sm" role="status">
          {TOOL_EFFECTS[view.tools]}
        </Text>
        <SeenPrompts view={view} />
      </Stack>
    </Paper>
  );
}

interface LabelFieldProps {
  readonly value: string;
  readonly onChange: (label: string) => void;
}

function LabelField({ value, onChange }: LabelFieldProps) {
  const [text, type] = useTypedText(value, onChange, isReadableLabel);
  return (
    <Autocomplete
      label="Label"
      placeholder="production, or else latest"
      flex="1 1 200px"
      maw={280}
      maxLength={36}
      autoComplete="off"
      spellCheck={false}
      data={[...COMMON_LABELS]}
      error={isReadableLabel(text.trim()) ? null : 'Not a label: use a-z, 0-9 and . _ -, beginning with a letter'}
      value={text}
      onChange={type}
    />
  );
}
