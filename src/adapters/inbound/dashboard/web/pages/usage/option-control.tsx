import { SegmentedControl } from '@mantine/core';

interface ChoiceProps {
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

export function Choice({ name, options, chosen, choose }: ChoiceProps) {
  return (
    <SegmentedControl
      aria-label={name}
      data={options.map(({ id, label }) => ({ value: id, label }))}
      value={chosen}
      onChange={choose}
    />
  );
}
