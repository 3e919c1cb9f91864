import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useResetKey } from '../../api/key.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FocusedMessage } from '../../components/focused-message.tsx';
import { KeyText } from './key-text.tsx';
import { mustLookAgain, ResetProblem } from './reset-problem.tsx';

interface ResetKeyDialogProps {
  readonly opened: boolean;
  readonly close: () => void;
}

/** Asks first; then shows the new key, which lives in this dialog only and goes with it. */
export function ResetKeyDialog({ opened, close }: ResetKeyDialogProps) {
  const reset = useResetKey();
  const [token, setToken] = useState<string>();
  const leave = () => {
    if (reset.isPending) return;
    close();
  };
  const forget = () => {
    setToken(undefined);
    reset.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      onExitTransitionEnd={forget}
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
            <Consequences />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} data-autofocus>
              Cancel
            </Button>
            {!mustLookAgain(reset.error) && (
              <BusyButton color="red" busy={reset.isPending} onClick={() => reset.mutate(setToken)}>
                Reset key
              </BusyButton>
            )}
          </Group>
        </Stack>
      ) : (
        <NewKey token={token} done={leave} />
      )}
    </Modal>
  );
}

function Consequences() {
  return (
    <>
      <Text>You get a new key, and the current one stops working:</Text>
      <List spacing="xs">
        <List.Item>Every program that uses the current key gets 401 at once, on every instance.</List.Item>
        <List.Item>They work again when you have given them the new key.</List.Item>
        <List.Item>It cannot be undone.</List.Item>
      </List>
    </>
  );
}

function NewKey({ token, done }: { readonly token: string; readonly done: () => void }) {
  return (
    <Stack>
      <FocusedMessage>
        <Text>The key was reset. Give the new one to your programs; the old one has stopped working.</Text>
      </FocusedMessage>
      <KeyText token={token} />
      <Group justify="flex-end">
        <CopyButton text={token} what="New API key" byHand="Select the key and copy it yourself." />
        <Button onClick={done}>Done</Button>
      </Group>
    </Stack>
  );
}
