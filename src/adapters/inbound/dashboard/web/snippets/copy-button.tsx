import { type ButtonProps, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../api/http/request.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { describeProblem } from '../components/problem-notice.tsx';
import { copyText } from './copy-text.ts';

const CONFIRMATION_MS = 2000;

export interface CopyButtonProps extends ButtonProps {
  /** The text, or a function that fetches it on demand. */
  readonly text: string | (() => Promise<string>);
  /** Name of the text, for the announcement: "API key". */
  readonly subject: string;
  /** Includes the subject in the accessible name, for pages with several copy buttons. */
  readonly hasSubjectInName?: boolean;
  /** Advice when the browser does not allow copying. */
  readonly fallbackAdvice?: string;
  readonly onCopied?: (() => void) | undefined;
  readonly children?: string;
}

/** Copies text and reports the result: on the button, and in a notice that screen readers announce. */
export function CopyButton({
  text,
  subject,
  hasSubjectInName = false,
  fallbackAdvice = 'Select the text and copy it manually.',
  onCopied,
  children = 'Copy',
  ...button
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    setBusy(true);
    try {
      await copyText(typeof text === 'string' ? text : text());
      setCopied(true);
      onCopied?.();
      notifications.show({ color: 'green', message: `${subject} copied` });
    } catch (error) {
      notifications.show({
        color: 'red',
        title: `${subject} not copied`,
        message: error instanceof ApiProblem ? describeProblem(error) : fallbackAdvice,
      });
    } finally {
      setBusy(false);
    }
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <BusyButton variant="default" {...button} leftSection={<Icon size={16} aria-hidden />} onClick={copy} busy={busy}>
      {copied ? 'Copied' : children}
      {hasSubjectInName && <VisuallyHidden> {subject}</VisuallyHidden>}
    </BusyButton>
  );
}
