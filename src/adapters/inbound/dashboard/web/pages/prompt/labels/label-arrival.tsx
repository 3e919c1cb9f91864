import { Text } from '@mantine/core';
import { useArrival, useCallersRecorded } from '../../../api/account/callers.ts';
import { describeArrival } from './describe-arrival.ts';

/** Shows which programs have the version that a label points to, kept up to date. */
export function LabelArrival({ id, label }: { readonly id: string; readonly label: string }) {
  const { data } = useArrival(id, label);
  const sentence = data && describeArrival(data, new Date());
  const { data: isRecorded } = useCallersRecorded(data !== undefined && sentence === undefined);
  if (!data) return null;
  const text = sentence ?? (isRecorded ? 'No caller has read this label in the last 7 days' : undefined);
  return text === undefined ? null : (
    <Text size="sm" mt="xs" className="broken-words">
      {text}
    </Text>
  );
}
