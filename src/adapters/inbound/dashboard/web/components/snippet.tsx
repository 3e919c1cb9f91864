import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A command or a piece of code, ready to be taken along. */
export function Snippet({ code, what = 'Snippet' }: { readonly code: string; readonly what?: string }) {
  return (
    <Box className="snippet">
      <Code block tabIndex={0}>
        {code}
      </Code>
      <CopyButton className="snippet-copy" size="compact-xs" text={code} what={what} named />
    </Box>
  );
}
