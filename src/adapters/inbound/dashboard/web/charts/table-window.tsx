import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** A long table in little room. It takes the focus, so that the arrow keys move it. */
export function TableWindow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Box className="table-window" component="section" aria-label={`${name}, scrolls`} tabIndex={0}>
      {children}
    </Box>
  );
}
