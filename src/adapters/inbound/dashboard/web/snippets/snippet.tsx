import { Box, Code } from '@mantine/core';
import { CopyButton, type CopyButtonProps } from './copy-button.tsx';

interface SnippetProps extends Partial<Pick<CopyButtonProps, 'subject' | 'fallbackAdvice' | 'onCopied'>> {
  readonly code: string;
  /** Text that the button copies, if it is not the code. */
  readonly copied?: CopyButtonProps['text'] | undefined;
  /** Wraps long lines instead of scrolling them, for short commands in narrow places. */
  readonly isWrapped?: boolean;
}

/** A command or code with a copy button. */
export function Snippet({ code, copied = code, subject = 'Snippet', isWrapped = false, ...copying }: SnippetProps) {
  return (
    <Box className="snippet">
      <Code block tabIndex={0} {...(isWrapped && { className: 'wrapped-lines' })}>
        {code}
      </Code>
      <CopyButton
        className="snippet-copy"
        size="compact-xs"
        text={copied}
        subject={subject}
        hasSubjectInName
        {...copying}
      />
    </Box>
  );
}
