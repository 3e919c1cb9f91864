import { ContainerModule } from 'inversify';
import { ChangeWebhook } from '../../../../application/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../../application/webhooks/create-webhook.ts';
import { ReadWebhooks } from '../../../../application/webhooks/read-webhooks.ts';
import { RemoveWebhook } from '../../../../application/webhooks/remove-webhook.ts';
import { ResealWebhookSecrets } from '../../../../application/webhooks/reseal-webhook-secrets.ts';
import { RotateWebhookSecret } from '../../../../application/webhooks/rotate-webhook-secret.ts';
import { CheckedTargets } from '../../../outbound/webhooks/checked-targets.ts';
import { PermittedAddresses } from '../../../outbound/webhooks/permitted-addresses.ts';
import { injectByName } from './inject-by-name.ts';
import { token, tokens } from './tokens.ts';

const { webhooks, webhookTargets, webhookSecretSealing, clock, entropy } = tokens;

const create = token<CreateWebhook>('CreateWebhook');
const read = token<ReadWebhooks>('ReadWebhooks');
const change = token<ChangeWebhook>('ChangeWebhook');
const remove = token<RemoveWebhook>('RemoveWebhook');
const rotateSecret = token<RotateWebhookSecret>('RotateWebhookSecret');

/** Builds the use cases about webhooks. `allow` is the setting `webhooks.allow`. */
export const webhooksModule = (allow: readonly string[]): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(webhookTargets).toResolvedValue(() => new CheckedTargets(new PermittedAddresses(allow)), []);
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
      }),
    );
  });
