import { Anchor, List, Text } from '@mantine/core';
import { Link } from 'wouter';
import { NEW_PROMPT, tabDrafts } from '../drafts/tab-drafts.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';

interface SignOutDialogProps {
  readonly opened: boolean;
  readonly userId: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asked before unsaved work is discarded: nothing of a user who signs out stays in the browser. */
export function SignOutDialog({ opened, userId, busy, onClose, onConfirm }: SignOutDialogProps) {
  const drafts = opened ? tabDrafts.list(userId) : [];
  return (
    <ConfirmDialog
      opened={opened}
      title="Sign out and discard unsaved changes?"
      action="Discard and sign out"
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text>
        {drafts.length === 1 ? '1 prompt has unsaved changes.' : `${drafts.length} prompts have unsaved changes.`}{' '}
        Signing out discards them.
      </Text>
      <List size="sm">
        {drafts.map(({ subject, title }) => (
          <List.Item key={subject}>
            <Anchor
              component={Link}
              href={subject === NEW_PROMPT ? '/prompts' : `/prompts/${subject}`}
              onClick={onClose}
              inherit
            >
              {title}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </ConfirmDialog>
  );
}
