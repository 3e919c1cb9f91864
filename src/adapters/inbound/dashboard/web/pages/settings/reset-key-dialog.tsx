import { List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCallersOfKey } from '../../api/account/callers.ts';
import { useResetKey } from '../../api/account/key.ts';
import { useWebhooks } from '../../api/account/webhooks.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FocusedMessage } from '../../components/focused-message.tsx';
import { DialogActions } from '../../forms/dialog-form.tsx';
import type { DialogProps } from '../../forms/dialog-props.ts';
import { NewSecret } from '../../forms/new-secret.tsx';
import { serverInfo } from '../../start/server-info.ts';
import { describeKeyUse } from './describe-key-use.ts';
import { isResetUncertain, ResetProblem } from './reset-problem.tsx';

/** Asks for confirmation, then shows the new key, which only this dialog holds. */
export function ResetKeyDialog({ opened, onClose }: DialogProps) {
  const reset = useResetKey();
  const [token, setToken] = useState<string>();
  const close = () => {
    if (reset.isPending) return;
    onClose();
  };
  const clear = () => {
    setToken(undefined);
    reset.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={clear}
      title={token === undefined ? 'Reset the API key?' : 'Your new API key'}
      size="lg"
      closeOnClickOutside={false}
    >
      {token === undefined ? (
        <Stack>
          {reset.error ? (
            <FocusedMessage>
              <ResetProblem problem={reset.error} />
            </FocusedMessage>
          ) : (
            <Consequences opened={opened} />
          )}
          <DialogActions isCancelFocused onCancel={close}>
            {!isResetUncertain(reset.error) && (
              <BusyButton color="red" busy={reset.isPending} onClick={() => reset.mutate(setToken)}>
                Reset key
              </BusyButton>
            )}
          </DialogActions>
        </Stack>
      ) : (
        <NewSecret kind="key" secret={token} onDone={close}>
          Give the new key to your programs. The old key has stopped working.
        </NewSecret>
      )}
    </Modal>
  );
}

function Consequences({ opened }: Pick<DialogProps, 'opened'>) {
  return (
    <>
      <Text>You get a new key, and the current key stops working:</Text>
      <List spacing="xs">
        <List.Item>Programs using the current key will get 401 immediately.</List.Item>
        <List.Item>They work again once they use the new key.</List.Item>
        <List.Item>You can’t undo this.</List.Item>
        <SurvivingWebhooks />
      </List>
      <KeyUse opened={opened} />
    </>
  );
}

/** Names the programs that the reset cuts off. Looks only while the dialog is open. */
function KeyUse({ opened }: Pick<DialogProps, 'opened'>) {
  const { data, error } = useCallersOfKey(opened);
  if (data) return <Text>{describeKeyUse(data.callers, data.isRecorded)}.</Text>;
  return error ? <Text c="dimmed">Could not list the programs that use this key.</Text> : null;
}

/** An item of the consequences of a reset: a leaked key may have created webhooks. Nothing without webhooks. */
function SurvivingWebhooks() {
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
