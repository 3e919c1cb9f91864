import { Group, MultiSelect, NativeSelect, Paper, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { PromptFilters } from '../../api/prompt-filters.ts';
import { useFolders, useTags } from '../../api/prompts.ts';

interface PromptFilterBarProps {
  readonly filters: PromptFilters;
  readonly narrow: (changes: Partial<PromptFilters>, replace?: boolean) => void;
}

/** What to sort by and in which direction, as one choice. */
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

export function PromptFilterBar({ filters, narrow }: PromptFilterBarProps) {
  const { data: tags = [] } = useTags();
  return (
    <Paper withBorder p="md" component="search" aria-label="Prompts">
      <Group align="flex-end" gap="sm">
        <SearchField value={filters.q} search={(q) => narrow({ q }, true)} />
        <FolderField value={filters.folder} choose={(folder) => narrow({ folder })} />
        <MultiSelect
          label="Tags"
          placeholder={filters.tags.length === 0 ? 'Any' : ''}
          miw={180}
          flex="1 1 180px"
          maw={360}
          data={withChosen(
            tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
            filters.tags,
          )}
          value={[...filters.tags]}
          onChange={(chosen) => narrow({ tags: chosen })}
          nothingFoundMessage="No such tag"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear tags' }}
        />
        <NativeSelect
          label="Type"
          data={TYPES}
          value={filters.type}
          onChange={({ currentTarget }) => narrow({ type: currentTarget.value })}
        />
        <NativeSelect
          label="Sort by"
          data={SORTS}
          value={`${filters.sort} ${filters.order}`.trim()}
          onChange={({ currentTarget }) => {
            const [sort = 'name', order = ''] = currentTarget.value.split(' ');
            narrow({ sort, order });
          }}
        />
        <Switch
          label="Archived"
          mb={8}
          checked={filters.archived}
          onChange={({ currentTarget }) => narrow({ archived: currentTarget.checked })}
        />
      </Group>
    </Paper>
  );
}

const TYPING_MS = 250;

/** Follows the address, except while somebody is typing into it. */
function SearchField({ value, search }: { readonly value: string; readonly search: (text: string) => void }) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const searchSoon = useDebouncedCallback((typed: string) => {
    sent.current = typed;
    search(typed);
  }, TYPING_MS);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return (
    <TextInput
      label="Search"
      type="search"
      placeholder="Name or description"
      flex="1 1 220px"
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        searchSoon(currentTarget.value);
      }}
    />
  );
}

interface FolderFieldProps {
  readonly value: string | undefined;
  readonly choose: (folder: string | undefined) => void;
}

/** A select knows only texts, and no folder has a space in its name. */
const ANY = ' ';

function FolderField({ value, choose }: FolderFieldProps) {
  const { data: folders = [] } = useFolders();
  const known = folders.map(({ folder, count }) => ({
    value: folder,
    label: `${folder === '' ? 'No folder' : folder} (${count})`,
  }));
  return (
    <NativeSelect
      label="Folder"
      data={[{ value: ANY, label: 'All folders' }, ...withChosen(known, value === undefined ? [] : [value])]}
      value={value ?? ANY}
      onChange={({ currentTarget }) => choose(currentTarget.value === ANY ? undefined : currentTarget.value)}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What an address names is shown as chosen, also when no prompt has it any more. */
function withChosen(known: readonly Choice[], chosen: readonly string[]): Choice[] {
  const missing = chosen.filter((value) => !known.some((choice) => choice.value === value));
  return [...known, ...missing.map((value) => ({ value, label: value === '' ? 'No folder' : value }))];
}
