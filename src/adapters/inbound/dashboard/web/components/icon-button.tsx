import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface IconButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  readonly icon: Icon;
  /** Tells screen readers what the button does. */
  readonly label: string;
}

/** A small button with an icon instead of a text. */
export function IconButton({ icon: ButtonIcon, label, ...button }: IconButtonProps) {
  return (
    <ActionIcon variant="default" size="input-xs" aria-label={label} {...button}>
      <ButtonIcon size={16} aria-hidden />
    </ActionIcon>
  );
}
