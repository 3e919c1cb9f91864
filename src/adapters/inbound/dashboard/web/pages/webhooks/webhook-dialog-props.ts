import type { Webhook } from '../../api/account/webhooks.ts';
import type { DialogProps } from '../../forms/dialog-props.ts';

export interface WebhookDialogProps extends DialogProps {
  readonly webhook: Webhook;
}
