import { Skeleton, Stack, type StackProps } from '@mantine/core';

interface PendingRowsProps {
  readonly count: number;
  readonly height: number;
  readonly gap: NonNullable<StackProps['gap']>;
}

/** Stands in for the rows of a list while they are loaded. */
export const PendingRows = ({ count, height, gap }: PendingRowsProps) => (
  <Stack gap={gap} role="status" aria-label="Loading">
    {Array.from({ length: count }, (_, index) => index).map((row) => (
      <Skeleton key={row} height={height} />
    ))}
  </Stack>
);
