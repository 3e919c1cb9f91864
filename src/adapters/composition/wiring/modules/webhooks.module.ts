import { ContainerModule } from 'inversify';
import { ChangeWebhook } from '../../../../application/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../../application/webhooks/create-webhook.ts';
import { AttemptDelivery } from '../../../../application/webhooks/delivery/attempt-delivery.ts';
import { DeleteOldDeliveries } from '../../../../application/webhooks/delivery/delete-old-deliveries.ts';
import { DeliverWebhooks } from '../../../../application/webhooks/delivery/deliver-webhooks.ts';
import { ListDeliveries } from '../../../../application/webhooks/delivery/list-deliveries.ts';
import { LoadDeliveries } from '../../../../application/webhooks/delivery/load-deliveries.ts';
import { OpenSecrets } from '../../../../application/webhooks/delivery/open-secrets.ts';
import { QueueChanges } from '../../../../application/webhooks/delivery/queue-changes.ts';
import { RetryDelivery } from '../../../../application/webhooks/delivery/retry-delivery.ts';
import { TestWebhook } from '../../../../application/webhooks/delivery/test-webhook.ts';
import { ReadWebhooks } from '../../../../application/webhooks/read-webhooks.ts';
import { RemoveWebhook } from '../../../../application/webhooks/remove-webhook.ts';
import { ResealWebhookSecrets } from '../../../../application/webhooks/reseal-webhook-secrets.ts';
import { RotateWebhookSecret } from '../../../../application/webhooks/rotate-webhook-secret.ts';
import { timedId, timedIdEntropyBytes } from '../../../../domain/timed-id.ts';
import { logDeliveries } from '../../../inbound/schedule/log-deliveries.ts';
import { WebhookSchedule } from '../../../inbound/schedule/webhook-schedule.ts';
import { CheckedTargets } from '../../../outbound/webhooks/checked-targets.ts';
import { HttpWebhookSender } from '../../../outbound/webhooks/http-webhook-sender.ts';
import { PermittedAddresses } from '../../../outbound/webhooks/permitted-addresses.ts';
import { version } from '../../version.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const { webhooks, webhookTargets, webhookSecretSealing, clock, entropy } = tokens;

const create = token<CreateWebhook>('CreateWebhook');
const read = token<ReadWebhooks>('ReadWebhooks');
const change = token<ChangeWebhook>('ChangeWebhook');
const remove = token<RemoveWebhook>('RemoveWebhook');
const rotateSecret = token<RotateWebhookSecret>('RotateWebhookSecret');

/** Builds the use cases about webhooks. `allow` is the setting `webhooks.allow`. */
export const webhooksModule = (allow: readonly string[]): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.checkedTargets).toResolvedValue(() => new CheckedTargets(new PermittedAddresses(allow)), []);
    bind(webhookTargets).toResolvedValue((targets) => targets, [tokens.checkedTargets]);
    bind(tokens.resealWebhookSecrets).toResolvedValue(
      (...ports) => new ResealWebhookSecrets(...ports),
      [webhooks, webhookSecretSealing, tokens.keySealing],
    );
    bind(create).toResolvedValue(
      (...ports) => new CreateWebhook(...ports),
      [webhooks, webhookTargets, webhookSecretSealing, tokens.readNewestPosition, clock, entropy],
    );
    bind(read).toResolvedValue((port) => new ReadWebhooks(port), [webhooks]);
    bind(change).toResolvedValue(
      (...ports) => new ChangeWebhook(...ports),
      [webhooks, webhookTargets, webhookSecretSealing],
    );
    bind(remove).toResolvedValue((port) => new RemoveWebhook(port), [webhooks]);
    bind(rotateSecret).toResolvedValue(
      (...ports) => new RotateWebhookSecret(...ports),
      [webhooks, webhookSecretSealing, clock, entropy],
    );
    bind(tokens.webhookUseCases).toResolvedValue(
      ...injectByName({
        createWebhook: create,
        readWebhooks: read,
        changeWebhook: change,
        removeWebhook: remove,
        rotateWebhookSecret: rotateSecret,
        testWebhook: tokens.testWebhook,
        listDeliveries: tokens.listDeliveries,
        retryDelivery: tokens.retryDelivery,
      }),
    );
  });

const { webhookDeliveries, webhookSender, deliveryObserver, deliverWebhooks } = tokens;

const openSecrets = token<OpenSecrets>('OpenSecrets');
const queueChanges = token<QueueChanges>('QueueChanges');
const loadDeliveries = token<LoadDeliveries>('LoadDeliveries');
const attemptDelivery = token<AttemptDelivery>('AttemptDelivery');
const deleteOldDeliveries = token<DeleteOldDeliveries>('DeleteOldDeliveries');

/** Builds all that sends events to webhooks, and the use cases about deliveries. */
export const deliveryModule = new ContainerModule(({ bind }) => {
  bind(webhookSender).toResolvedValue((targets) => new HttpWebhookSender(targets, version), [tokens.checkedTargets]);
  bind(deliveryObserver).toResolvedValue(logDeliveries, [tokens.log]);
  bind(openSecrets).toResolvedValue((...ports) => new OpenSecrets(...ports), [tokens.webhookSecretSealing, clock]);
  bind(queueChanges).toResolvedValue(
    (...ports) => new QueueChanges(...ports),
    [tokens.followChanges, tokens.readNewestPosition, webhookDeliveries, clock],
  );
  bind(loadDeliveries).toResolvedValue(
    (...ports) => new LoadDeliveries(...ports),
    [webhooks, webhookDeliveries, queueChanges, openSecrets, clock, deliveryObserver],
  );
  bind(attemptDelivery).toResolvedValue((...ports) => new AttemptDelivery(...ports), [webhookSender, clock, entropy]);
  bind(deliverWebhooks).toResolvedValue(
    (hooks, deliveries, load, attempt, observer, time, chance) => {
      const instance = timedId('i', time.now(), chance.bytes(timedIdEntropyBytes));
      return new DeliverWebhooks(hooks, deliveries, load, attempt, time, observer, instance);
    },
    [webhooks, webhookDeliveries, loadDeliveries, attemptDelivery, deliveryObserver, clock, entropy],
  );
  bind(deleteOldDeliveries).toResolvedValue(
    (...ports) => new DeleteOldDeliveries(...ports),
    [webhookDeliveries, clock],
  );
  bind(tokens.webhookSchedule).toResolvedValue(
    (...parts) => new WebhookSchedule(...parts),
    [deliverWebhooks, deleteOldDeliveries, tokens.log],
  );
  bind(tokens.testWebhook).toResolvedValue(
    (...ports) => new TestWebhook(...ports),
    [webhooks, openSecrets, webhookSender, clock, entropy],
  );
  bind(tokens.listDeliveries).toResolvedValue(
    (...ports) => new ListDeliveries(...ports),
    [webhooks, webhookDeliveries],
  );
  bind(tokens.retryDelivery).toResolvedValue(
    (...ports) => new RetryDelivery(...ports),
    [webhooks, webhookDeliveries, clock],
  );
});
