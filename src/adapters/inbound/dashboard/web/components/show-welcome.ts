import { notifications } from '@mantine/notifications';
import type { SignedInAccount } from '../api/session.ts';

const WELCOME_MS = 12_000;

/** Greets a new account on its first page. */
export function showWelcome({ name }: SignedInAccount): void {
  notifications.show({
    title: `Welcome, ${name}`,
    message: 'Your account is ready. Your API key is under Settings, API Keys.',
    autoClose: WELCOME_MS,
  });
}
