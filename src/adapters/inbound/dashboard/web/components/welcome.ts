import { notifications } from '@mantine/notifications';
import type { SignedInAccount } from '../api/session.ts';

const SHOWN_MS = 12_000;

/** Over the first page that a new account sees. */
export function welcome({ name }: SignedInAccount): void {
  notifications.show({
    title: `Welcome, ${name}`,
    message: 'Your account is ready. Your API key is in the settings, under API Keys.',
    autoClose: SHOWN_MS,
  });
}
