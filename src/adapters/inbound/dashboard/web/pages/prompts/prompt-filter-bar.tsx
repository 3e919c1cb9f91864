import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { PromptFilters } from '../../api/prompt-filters.ts';
import { useTypedText } from '../../hooks/use-typed-text.ts';
import { FolderField, TagsField } from './prompt-filter-fields.tsx';

interface PromptFilterBarProps {
  readonly filters: PromptFilters;
  /** Such as "504 prompts"; undefined while they are loaded. */
  readonly count: string | undefined;
  readonly onChange: (changes: Partial<PromptFilters>, replace?: boolean) => void;
}

const TYPES = [
  { value: '', label: 'All types' },
  { value: 'text', label: 'Text' },
  { value: 'chat', label: 'Chat' },
] as const;

export function PromptFilterBar({ filters, count, onChange }: PromptFilterBarProps) {
  return (
    <search aria-label="Prompts" className="prompt-filters">
      <SearchField value={filters.q} onSearch={(q) => onChange({ q }, true)} />
      <FolderField value={filters.folder} onChange={(folder) => onChange({ folder })} />
      <TagsField value={filters.tags} onChange={(tags) => onChange({ tags })} />
      <NativeSelect
        aria-label="Type"
        data={TYPES}
        value={filters.type}
        onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
      />
      <Checkbox
        label="Archived"
        checked={filters.archived}
        onChange={({ currentTarget }) => onChange({ archived: currentTarget.checked })}
      />
      <Text size="sm" c="dimmed" role="status" className="prompt-count">
        {count}
      </Text>
    </search>
  );
}

function SearchField({ value, onSearch }: { readonly value: string; readonly onSearch: (text: string) => void }) {
  const [text, type] = useTypedText(value, onSearch);
  return (
    <TextInput
      aria-label="Search"
      type="search"
      placeholder="Search names, tags and content"
      className="search-field"
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
