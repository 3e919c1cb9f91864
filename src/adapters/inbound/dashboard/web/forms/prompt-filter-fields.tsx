import { MultiSelect, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { TAGS_MAX } from '../../../../../domain/naming/tag.ts';
import { useFolders, useTags } from '../api/prompts/prompts.ts';

interface TagsFieldProps {
  /** Shown above the field; otherwise it is for screen readers only. */
  readonly isLabelShown?: boolean;
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

export function TagsField({ isLabelShown = false, value, onChange }: TagsFieldProps) {
  const [isOpened, setIsOpened] = useState(false);
  const { data: tags = [] } = useTags(isOpened);
  return (
    <MultiSelect
      {...(isLabelShown ? { label: 'Tags' } : { 'aria-label': 'Tags' })}
      placeholder={value.length === 0 ? 'All tags' : ''}
      miw={130}
      flex="1 1 150px"
      maw={360}
      onDropdownOpen={() => setIsOpened(true)}
      maxValues={TAGS_MAX}
      data={withSelected(
        tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
        value,
      )}
      value={[...value]}
      onChange={onChange}
      nothingFoundMessage="No such tag"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear tags' }}
    />
  );
}

interface FolderFieldProps {
  readonly value: string | undefined;
  readonly onChange: (folder: string | undefined) => void;
}

/** Stands for undefined in the select: no folder name contains a space. */
const ANY = ' ';

export function FolderField({ value, onChange }: FolderFieldProps) {
  const { data: folders = [] } = useFolders();
  const known = folders.map(({ folder, count }) => ({
    value: folder,
    label: `${folder === '' ? 'No folder' : folder} (${count})`,
  }));
  return (
    <NativeSelect
      label="Folder"
      // Keeps the width that the longest name needs, also before the folders are loaded.
      w={220}
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
