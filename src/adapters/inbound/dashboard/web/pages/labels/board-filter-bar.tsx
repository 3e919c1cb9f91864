import { Button, Group, MultiSelect, NativeSelect, Popover, Select } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type BoardPrompt, hasOldIncludes, isBehind, type LabelLocks } from '../../api/labels/board-prompt.ts';
import { useFolders } from '../../api/prompts/prompts.ts';
import { buildFolderTree, type FolderNode, type FolderTree } from '../prompts/build-folder-tree.ts';
import { SearchField } from '../prompts/search-field.tsx';
import { type BoardFilters, COLUMNS_MAX } from './board-filters.ts';

interface BoardFilterBarProps {
  readonly filters: BoardFilters;
  readonly prompts: readonly BoardPrompt[];
  readonly columns: readonly string[];
  /** All labels of the prompts. */
  readonly labels: readonly string[];
  readonly locks: LabelLocks;
  readonly onChange: (changes: Partial<BoardFilters>, replace?: boolean) => void;
}

export function BoardFilterBar({ filters, prompts, columns, labels, locks, onChange }: BoardFilterBarProps) {
  return (
    <Group component="search" aria-label="Labels" gap="sm">
      <SearchField
        placeholder="Name, tag or content"
        flex="1 1 240px"
        value={filters.q}
        onSearch={(q) => onChange({ q }, true)}
      />
      <FolderSelect value={filters.folder} onChange={(folder) => onChange({ folder })} />
      <NativeSelect
        aria-label="Show"
        flex="1 1 150px"
        maw={240}
        data={[
          ...behindOptions(prompts, columns, filters.behind),
          ...includesOption(prompts, locks, filters.hasOldIncludes),
        ]}
        value={filters.hasOldIncludes ? INCLUDES : filters.behind}
        onChange={({ currentTarget: { value } }) =>
          onChange({ behind: value === INCLUDES ? '' : value, hasOldIncludes: value === INCLUDES })
        }
      />
      <ColumnsButton columns={columns} labels={labels} onChange={(chosen) => onChange({ columns: chosen })} />
    </Group>
  );
}

function behindOptions(prompts: readonly BoardPrompt[], columns: readonly string[], selected: string) {
  const labels = selected === '' || columns.includes(selected) ? columns : [...columns, selected];
  return [
    { value: '', label: 'All prompts' },
    ...labels.map((label) => ({
      value: label,
      label: `Behind in ${label} (${prompts.filter((prompt) => isBehind(prompt, label)).length.toLocaleString()})`,
    })),
  ];
}

/** Not a label. */
const INCLUDES = '@includes';

function includesOption(prompts: readonly BoardPrompt[], locks: LabelLocks, isSelected: boolean) {
  const isOld = (prompt: BoardPrompt) => [...locks.keys()].some((label) => hasOldIncludes(prompt, label, locks));
  const count = prompts.filter(isOld).length;
  const isOffered = isSelected || locks.size > 0;
  return isOffered ? [{ value: INCLUDES, label: `Includes behind (${count.toLocaleString()})` }] : [];
}

const NO_FOLDERS: readonly never[] = [];
/** Stands for undefined in the select: no folder name contains a space. */
const ANY = ' ';
/** A long list is slow to open; typing narrows it. */
const FOLDERS_SHOWN_MAX = 200;

interface FolderSelectProps {
  readonly value: string | undefined;
  readonly onChange: (folder: string | undefined) => void;
}

function FolderSelect({ value, onChange }: FolderSelectProps) {
  const { data: folders = NO_FOLDERS } = useFolders();
  const known = useMemo(() => toOptions(buildFolderTree(folders)), [folders]);
  const isMissing = value !== undefined && !known.some((option) => option.value === value);
  return (
    <Select
      aria-label="Folder"
      flex="1 1 150px"
      maw={220}
      searchable
      allowDeselect={false}
      limit={FOLDERS_SHOWN_MAX}
      nothingFoundMessage="No such folder"
      data={[
        { value: ANY, label: 'All folders' },
        ...known,
        ...(isMissing ? [{ value, label: nameFolder(value) }] : []),
      ]}
      value={value ?? ANY}
      onChange={(chosen) => onChange(chosen === ANY || chosen === null ? undefined : chosen)}
    />
  );
}

const nameFolder = (folder: string): string => (folder === '' ? 'No folder' : folder);

function toOptions({ topLevelCount, children }: FolderTree) {
  const topLevel = topLevelCount === 0 ? [] : [{ path: '', count: topLevelCount }];
  return [...topLevel, ...listFolders(children)].map(({ path, count }) => ({
    value: path,
    label: `${nameFolder(path)} (${count.toLocaleString()})`,
  }));
}

/** Lists each folder before those in it. */
const listFolders = (nodes: readonly FolderNode[]): readonly FolderNode[] =>
  nodes.flatMap((node) => [node, ...listFolders(node.children)]);

interface ColumnsButtonProps {
  readonly columns: readonly string[];
  readonly labels: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

function ColumnsButton({ columns, labels, onChange }: ColumnsButtonProps) {
  return (
    <Popover width={320} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <MultiSelect
          label="Labels to show"
          description={`Up to ${COLUMNS_MAX}. Leave empty to show the most frequent ones.`}
          data={[...new Set([...labels, ...columns])]}
          value={[...columns]}
          maxValues={COLUMNS_MAX}
          onChange={onChange}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear columns' }}
          comboboxProps={{ withinPortal: false }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
