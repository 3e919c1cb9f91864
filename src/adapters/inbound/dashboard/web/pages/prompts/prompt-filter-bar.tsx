import { Group, NativeSelect, Paper, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { PromptFilters } from '../../api/prompt-filters.ts';
import { useTypedText } from '../../hooks/use-typed-text.ts';
import { FolderField, TagsField } from './prompt-filter-fields.tsx';

interface PromptFilterBarProps {
  readonly filters: PromptFilters;
  readonly onChange: (changes: Partial<PromptFilters>, replace?: boolean) => void;
}

/** Field and direction in one option. */
const SORTS = [
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name desc', label: 'Name, Z to A' },
  { value: 'updatedAt', label: 'Last updated first' },
  { value: 'updatedAt asc', label: 'Last updated last' },
] as const;

const TYPES = [
  { value: '', label: 'All types' },
  { value: 'text', label: 'Text' },
  { value: 'chat', label: 'Chat' },
] as const;

export function PromptFilterBar({ filters, onChange }: PromptFilterBarProps) {
  return (
    <Paper withBorder p="md" component="search" aria-label="Prompts">
      <Group align="flex-end" gap="sm">
        <SearchField value={filters.q} onSearch={(q) => onChange({ q }, true)} />
        <FolderField value={filters.folder} onChange={(folder) => onChange({ folder })} />
        <TagsField value={filters.tags} onChange={(tags) => onChange({ tags })} />
        <NativeSelect
          label="Type"
          data={TYPES}
          value={filters.type}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
        />
        <NativeSelect
          label="Sort by"
          data={SORTS}
          value={`${filters.sort} ${filters.order}`.trim()}
          onChange={({ currentTarget }) => {
            const [sort = 'name', order = ''] = currentTarget.value.split(' ');
            onChange({ sort, order });
          }}
        />
        <Switch
          label="Archived"
          mb={8}
          checked={filters.archived}
          onChange={({ currentTarget }) => onChange({ archived: currentTarget.checked })}
        />
      </Group>
    </Paper>
  );
}

function SearchField({ value, onSearch }: { readonly value: string; readonly onSearch: (text: string) => void }) {
  const [text, type] = useTypedText(value, onSearch);
  return (
    <TextInput
      label="Search"
      type="search"
      placeholder="Name, tag or content"
      flex="1 1 220px"
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
