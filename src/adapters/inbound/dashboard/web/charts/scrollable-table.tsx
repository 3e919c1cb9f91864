import './charts.css';
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** A long table in limited space. It can be focused, so that the arrow keys scroll it. */
export function ScrollableTable({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Box className="table-window" component="section" aria-label={`${name}, scrolls`} tabIndex={0}>
      {children}
    </Box>
  );
}
