import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { ImportedPrompt } from '../../api/prompts/imports.ts';
import { FocusedMessage } from '../../components/focused-message.tsx';

const RESULT_NAMES: Readonly<Record<string, string>> = {
  created: 'created',
  merged: 'updated with new versions',
  unchanged: 'unchanged',
  skipped: 'skipped (already exist)',
  conflict: 'in conflict with existing prompts',
  protected: 'rejected because of protected labels',
  breaking: 'rejected because they break prompts that include them',
  failed: 'rejected',
  unknown: 'unknown (connection lost)',
};

const FAILURES = ['conflict', 'protected', 'breaking', 'failed', 'unknown'];

/** Shows what became of the prompts of an import. */
export function ImportResults({ results }: { readonly results: readonly ImportedPrompt[] }) {
  const failed = results.filter(({ result }) => FAILURES.includes(result));
  const isComplete = failed.length === 0;
  const counts = Object.keys(RESULT_NAMES).flatMap((name) => {
    const number = results.filter(({ result }) => result === name).length;
    return number === 0 ? [] : [`${number} ${RESULT_NAMES[name]}`];
  });
  return (
    <FocusedMessage>
      <Alert
        className="notice"
        color={isComplete ? 'green' : 'yellow'}
        icon={isComplete ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={isComplete ? 'Import finished' : 'Some prompts were not imported'}
      >
        <Stack gap="xs">
          <Text size="sm">{counts.join(' · ')}</Text>
          {!isComplete && (
            <List size="sm" className="broken-words">
              {failed.map(({ name, result, problem }) => (
                <List.Item key={name}>
                  {name}: {problem ?? RESULT_NAMES[result] ?? result}
                </List.Item>
              ))}
            </List>
          )}
          <Anchor component={Link} href="/prompts" size="sm">
            View prompts
          </Anchor>
        </Stack>
      </Alert>
    </FocusedMessage>
  );
}
