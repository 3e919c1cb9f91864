import { useMediaQuery } from '@mantine/hooks';

/** Whether there is room for the preview beside the editor: from 1200 px. */
export const useWideWindow = (): boolean =>
  useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
