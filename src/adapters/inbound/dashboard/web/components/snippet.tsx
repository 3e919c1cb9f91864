import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface SnippetProps {
  readonly code: string;
  readonly subject?: string;
  /** Wraps long lines instead of scrolling them, for short commands in narrow places. */
  readonly isWrapped?: boolean;
}

/** A command or code with a copy button. */
export function Snippet({ code, subject = 'Snippet', isWrapped = false }: SnippetProps) {
  return (
    <Box className="snippet">
      <Code block tabIndex={0} {...(isWrapped && { className: 'wrapped-lines' })}>
        {code}
      </Code>
      <CopyButton className="snippet-copy" size="compact-xs" text={code} subject={subject} hasSubjectInName />
    </Box>
  );
}
