import { Group, MultiSelect, NativeSelect, Paper, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { PromptFilters } from '../../api/prompt-filters.ts';
import { useFolders, useTags } from '../../api/prompts.ts';
import { useTypedText } from '../../hooks/use-typed-text.ts';

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
  const { data: tags = [] } = useTags();
  return (
    <Paper withBorder p="md" component="search" aria-label="Prompts">
      <Group align="flex-end" gap="sm">
        <SearchField value={filters.q} onSearch={(q) => onChange({ q }, true)} />
        <FolderField value={filters.folder} onChange={(folder) => onChange({ folder })} />
        <MultiSelect
          label="Tags"
          placeholder={filters.tags.length === 0 ? 'Any' : ''}
          miw={180}
          flex="1 1 180px"
          maw={360}
          data={withSelected(
            tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
            filters.tags,
          )}
          value={[...filters.tags]}
          onChange={(selected) => onChange({ tags: selected })}
          nothingFoundMessage="No such tag"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear tags' }}
        />
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

interface FolderFieldProps {
  readonly value: string | undefined;
  readonly onChange: (folder: string | undefined) => void;
}

/** Stands for undefined in the select: no folder name contains a space. */
const ANY = ' ';

function FolderField({ value, onChange }: FolderFieldProps) {
  const { data: folders = [] } = useFolders();
  const known = folders.map(({ folder, count }) => ({
    value: folder,
    label: `${folder === '' ? 'No folder' : folder} (${count})`,
  }));
  return (
    <NativeSelect
      label="Folder"
      data={[{ value: ANY, label: 'All folders' }, ...withSelected(known, value === undefined ? [] : [value])]}
      value={value ?? ANY}
      onChange={({ currentTarget }) => onChange(currentTarget.value === ANY ? undefined : currentTarget.value)}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Adds selected values from the address that no prompt has any more. */
function withSelected(known: readonly Option[], selected: readonly string[]): Option[] {
  const missing = selected.filter((value) => !known.some((option) => option.value === value));
  return [...known, ...missing.map((value) => ({ value, label: value === '' ? 'No folder' : value }))];
}
