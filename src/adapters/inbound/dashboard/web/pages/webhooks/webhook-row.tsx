import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Webhook } from '../../api/account/webhooks.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { describeFilters, describeState, describeWebhookProblem } from './describe-webhook.ts';
import { WebhookActions } from './webhook-actions.tsx';

export function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { url, description, problem, lastSuccessAt, lastFailureAt } = webhook;
  const state = describeState(webhook);
  return (
    <li>
      <Stack gap="xs">
        <div className="row-text">
          <Group gap="xs">
            <Text fw={600} component="h2" size="md">
              {url}
            </Text>
            <Badge variant="dot" color={state.color}>
              {state.label}
            </Badge>
          </Group>
          {description && (
            <Text size="sm" dir="auto">
              {description}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {describeFilters(webhook)} · last success {lastSuccessAt ? <RelativeTime at={lastSuccessAt} /> : 'never'}
            {lastFailureAt && (
              <>
                {' '}
                · last failure <RelativeTime at={lastFailureAt} />
              </>
            )}
          </Text>
          {problem && (
            <Text size="sm" c={webhook.enabled ? 'orange' : 'red'}>
              {describeWebhookProblem(problem)}
            </Text>
          )}
        </div>
        <WebhookActions webhook={webhook} />
      </Stack>
    </li>
  );
}
