import { type ButtonProps, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../api/request.ts';
import { BusyButton } from './busy-button.tsx';
import { copyText } from './copy-text.ts';
import { inWords } from './problem-notice.tsx';

const SHOWN_MS = 2000;

interface CopyButtonProps extends ButtonProps {
  /** What is copied, or how to get it when it is asked for. */
  readonly text: string | (() => Promise<string>);
  /** What it is, for the announcement: "API key". */
  readonly what: string;
  /** Where a page has several of these buttons: part of the name that is read aloud. */
  readonly named?: boolean;
  /** What to do when the browser refuses. */
  readonly byHand?: string;
  readonly children?: string;
}

/** Copies, and says whether it worked: on the button for the eye, and in a notice for the ear. */
export function CopyButton({
  text,
  what,
  named = false,
  byHand = 'Select the text and copy it yourself.',
  children = 'Copy',
  ...button
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    setBusy(true);
    try {
      await copyText(typeof text === 'string' ? text : text());
      setCopied(true);
      notifications.show({ color: 'green', message: `${what} copied` });
    } catch (error) {
      notifications.show({
        color: 'red',
        title: `${what} not copied`,
        message: error instanceof ApiProblem ? inWords(error) : byHand,
      });
    } finally {
      setBusy(false);
    }
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <BusyButton variant="default" {...button} leftSection={<Icon size={16} aria-hidden />} onClick={copy} busy={busy}>
      {copied ? 'Copied' : children}
      {named && <VisuallyHidden> {what}</VisuallyHidden>}
    </BusyButton>
  );
}
