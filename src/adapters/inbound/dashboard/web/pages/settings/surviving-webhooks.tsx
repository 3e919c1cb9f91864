import { List } from '@mantine/core';
import { useWebhooks } from '../../api/account/webhooks.ts';
import { serverInfo } from '../../start/server-info.ts';

/** An item of the consequences of a reset: a leaked key may have created webhooks. Nothing without webhooks. */
export function SurvivingWebhooks() {
  const { data: webhooks = [] } = useWebhooks({ enabled: serverInfo.webhooksEnabled });
  if (webhooks.length === 0) return null;
  return (
    <List.Item>
      Webhooks survive a key reset. Delete any you don’t recognize:
      <List withPadding size="sm">
        {webhooks.map(({ id, url }) => (
          <List.Item key={id} className="broken-words">
            {url}
          </List.Item>
        ))}
      </List>
    </List.Item>
  );
}
