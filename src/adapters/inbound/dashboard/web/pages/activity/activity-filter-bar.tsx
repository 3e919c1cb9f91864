import { Autocomplete, Group, MultiSelect, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { type ChangeType, changeTypes } from '../../../../../../domain/changes/change.ts';
import { FILTER_LABELS_MAX, parsePromptSelector } from '../../../../../../domain/changes/change-filter.ts';
import { parseLabel } from '../../../../../../domain/naming/label.ts';
import type { ActivityFilters } from '../../api/activity/activity-filters.ts';
import { useFolders } from '../../api/prompts/prompts.ts';
import { useTypedText } from '../../hooks/use-typed-text.ts';

interface ActivityFilterBarProps {
  readonly filters: ActivityFilters;
  readonly onChange: (changes: Partial<ActivityFilters>, replace?: boolean) => void;
}

const TYPE_NAMES: Readonly<Record<ChangeType, string>> = {
  'prompt.created': 'Prompt created',
  'prompt.changed': 'Prompt changed',
  'version.published': 'Version published',
  'label.moved': 'Label moved',
  'prompt.deleted': 'Prompt deleted',
  'protection.changed': 'Protection changed',
};

const TYPES = changeTypes.map((value) => ({ value, label: TYPE_NAMES[value] }));

export function ActivityFilterBar({ filters, onChange }: ActivityFilterBarProps) {
  return (
    <Group component="search" align="flex-start" gap="sm" aria-label="Activity">
      <PromptField value={filters.prompt} onChange={(prompt) => onChange({ prompt }, true)} />
      <MultiSelect
        label="Type"
        placeholder={filters.types.length === 0 ? 'Any' : ''}
        flex="1 1 220px"
        maw={420}
        data={TYPES}
        value={[...filters.types]}
        onChange={(selected) => onChange({ types: changeTypes.filter((type) => selected.includes(type)) })}
        nothingFoundMessage="No such type"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear types' }}
      />
      <LabelField labels={filters.labels} onChange={(labels) => onChange({ labels })} />
    </Group>
  );
}

interface PromptFieldProps {
  readonly value: string;
  readonly onChange: (prompt: string) => void;
}

/** Suggests folders. */
function PromptField({ value, onChange }: PromptFieldProps) {
  const { data: folders = [] } = useFolders();
  const [text, type] = useTypedText(value, onChange, isPromptFilter);
  return (
    <Autocomplete
      label="Prompt or folder"
      placeholder="support/reply or support/*"
      flex="1 1 240px"
      maw={420}
      maxLength={200}
      limit={20}
      autoComplete="off"
      spellCheck={false}
      data={folders.flatMap(({ folder }) => (folder === '' ? [] : [`${folder}/*`]))}
      error={isPromptFilter(text) ? null : 'Enter a prompt name or a folder such as support/*'}
      value={text}
      onChange={type}
    />
  );
}

const isPromptFilter = (text: string): boolean => text.trim() === '' || parsePromptSelector(text.trim()) !== undefined;

interface LabelFieldProps {
  readonly labels: readonly string[];
  readonly onChange: (labels: readonly string[]) => void;
}

function LabelField({ labels, onChange }: LabelFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = (entered: string[]) => {
    const invalid = entered.find((label) => !parseLabel(label));
    setProblem(invalid === undefined ? null : `“${invalid}” is not a valid label`);
    if (invalid === undefined) onChange(entered);
  };
  return (
    <TagsInput
      label="Label"
      placeholder={labels.length === 0 ? 'Any' : ''}
      flex="1 1 200px"
      maw={420}
      maxTags={FILTER_LABELS_MAX}
      data={['production', 'staging']}
      value={[...labels]}
      error={problem}
      onChange={change}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear labels' }}
    />
  );
}
