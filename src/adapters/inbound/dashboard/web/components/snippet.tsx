import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A command or code with a copy button. */
export function Snippet({ code, subject = 'Snippet' }: { readonly code: string; readonly subject?: string }) {
  return (
    <Box className="snippet">
      <Code block tabIndex={0}>
        {code}
      </Code>
      <CopyButton className="snippet-copy" size="compact-xs" text={code} subject={subject} hasSubjectInName />
    </Box>
  );
}
