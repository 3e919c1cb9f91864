import './prompt-filters.css';
import { Button, Checkbox, NativeSelect, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { PromptFilters } from '../../api/prompts/prompt-filters.ts';
import { TagsField } from '../../forms/prompt-filter-fields.tsx';
import { SearchField } from './search-field.tsx';

interface PromptFilterBarProps {
  readonly filters: PromptFilters;
  /** Text such as "504 prompts"; undefined while they are loaded. */
  readonly count: string | undefined;
  /** On narrow windows, the folders are opened here. */
  readonly folders: { readonly isOpened: boolean; readonly toggle: () => void };
  readonly onChange: (changes: Partial<PromptFilters>, replace?: boolean) => void;
}

const TYPES = [
  { value: '', label: 'All types' },
  { value: 'text', label: 'Text' },
  { value: 'chat', label: 'Chat' },
] as const;

export function PromptFilterBar({ filters, count, folders, onChange }: PromptFilterBarProps) {
  return (
    <search aria-label="Prompts" className="prompt-filters">
      <SearchField
        className="search-field"
        placeholder="Search prompts"
        value={filters.q}
        onSearch={(q) => onChange({ q }, true)}
      />
      <Button
        variant="default"
        className="folders-button"
        justify="space-between"
        rightSection={<IconChevronDown size={16} aria-hidden />}
        aria-expanded={folders.isOpened}
        aria-controls="folders"
        onClick={folders.toggle}
      >
        {nameFolder(filters.folder)}
      </Button>
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

function nameFolder(folder: string | undefined): string {
  if (folder === undefined) return 'All folders';
  return folder === '' ? 'No folder' : folder;
}
