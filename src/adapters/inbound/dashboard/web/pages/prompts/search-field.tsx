import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTypedText } from '../../hooks/use-typed-text.ts';

interface SearchFieldProps extends Pick<TextInputProps, 'placeholder' | 'className' | 'flex'> {
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

export function SearchField({ value, onSearch, ...field }: SearchFieldProps) {
  const [text, type] = useTypedText(value, onSearch);
  return (
    <TextInput
      type="search"
      aria-label="Search"
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      {...field}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
