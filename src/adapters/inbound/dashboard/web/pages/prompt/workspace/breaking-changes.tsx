import { Alert, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  removed: 'was removed. Calls that still send it will fail.',
  'type-changed': 'has another type. Calls that send the old type will fail.',
  'added-required': 'is now required. Calls that do not send it will fail.',
  'enum-narrowed': 'allows fewer values. Calls that send any other value will fail.',
  'member-added': 'is read now. Calls that do not send it will fail.',
};

interface BreakingChangesProps {
  /** Changes as in the details of the response. */
  readonly changes: readonly { readonly path: string; readonly problem: string; readonly message?: string }[];
}

/** Each variable, or member of one, whose change makes calls fail, or each label of another prompt, and why. */
export function BreakingChanges({ changes }: BreakingChangesProps) {
  return (
    <List size="sm">
      {changes.map(({ path, problem, message = problem }) => (
        <List.Item key={`${path} ${message}`} className="broken-words">
          <span className="code-text">{path}</span> {path.includes('@') ? message : (DESCRIPTIONS[problem] ?? message)}
        </List.Item>
      ))}
    </List>
  );
}

interface BreakingPromotionProps extends BreakingChangesProps {
  readonly title: string;
  /** For an alert that appears after the user has acted. */
  readonly role?: 'alert';
  readonly children?: ReactNode;
}

/** Warns of a promotion after which programs would fail. */
export function BreakingPromotion({ title, changes, children, ...alert }: BreakingPromotionProps) {
  return (
    <Alert className="notice" color="yellow" title={title} {...alert}>
      <BreakingChanges changes={changes} />
      <Text size="sm" {...(children ? { my: 'xs' } : { mt: 'xs' })}>
        Update those programs first, or promote anyway if they are ready.
      </Text>
      {children}
    </Alert>
  );
}
