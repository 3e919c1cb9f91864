import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BreakingChanges } from './breaking-changes.tsx';

interface BreakingPromotionProps {
  readonly title: string;
  readonly changes: readonly { readonly path: string; readonly problem: string }[];
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
