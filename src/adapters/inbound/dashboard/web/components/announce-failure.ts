import { notifications } from '@mantine/notifications';
import { describeProblem } from './problem-notice.tsx';

/** Returns what reports a failed request in a notice, for controls that have no room for it. */
export const announceFailure =
  (title: string) =>
  (problem: unknown): void => {
    notifications.show({ color: 'red', title, message: describeProblem(problem) });
  };
