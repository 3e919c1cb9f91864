import { SegmentedControl } from '@mantine/core';

interface OptionControlProps {
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

export function OptionControl({ name, options, selected, onSelect }: OptionControlProps) {
  return (
    <SegmentedControl
      aria-label={name}
      data={options.map(({ id, label }) => ({ value: id, label }))}
      value={selected}
      onChange={onSelect}
    />
  );
}
