import { Alert, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useFetchKey, useKey, useRevealKey } from '../../api/account/key.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { NotLoaded } from '../../outage/load-problem.tsx';
import { CopyButton } from '../../snippets/copy-button.tsx';
import { ResetKeyDialog } from './reset-key-dialog.tsx';
import { REVEAL_SECONDS, useTimedReveal } from './use-timed-reveal.ts';

export function KeyCard() {
  const revealed = useTimedReveal();
  const reveal = useRevealKey();
  const fetchKey = useFetchKey();
  const [resetting, setResetting] = useState(false);
  // Hides the key, which may be the old one after a reset.
  const showDialog = (open: boolean) => {
    revealed.hide();
    setResetting(open);
  };
  return (
    <Stack gap="md">
      <LostKeyNotice />
      <KeyText token={revealed.token} />
      <Group gap="sm">
        <RevealButton
          isShown={revealed.token !== undefined}
          busy={reveal.isPending}
          onReveal={() => reveal.mutate(revealed.show)}
          onHide={revealed.hide}
        />
        <CopyButton
          text={revealed.token ?? fetchKey}
          subject="API key"
          fallbackAdvice="Reveal the key, select it and copy it yourself."
        />
        <Button
          variant="outline"
          color="red"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => showDialog(true)}
          aria-haspopup="dialog"
        >
          Reset key
        </Button>
        {revealed.token !== undefined && (
          <Text size="sm" c="dimmed" aria-hidden>
            Hides in {revealed.secondsLeft} s
          </Text>
        )}
      </Group>
      <VisuallyHidden role="status">
        {revealed.token === undefined ? '' : `The key is revealed. It hides again after ${REVEAL_SECONDS} seconds.`}
      </VisuallyHidden>
      {reveal.error && <ProblemNotice problem={reveal.error} title="Could not reveal the key" />}
      <KeyDates />
      <ResetKeyDialog opened={resetting} onClose={() => showDialog(false)} />
    </Stack>
  );
}

/** Every key has this length, so the mask reveals nothing. */
const MASK = `ph_${'•'.repeat(64)}`;

/** The key, or a mask of the same length, so that the layout stays when it is revealed. */
function KeyText({ token }: { readonly token: string | undefined }) {
  if (token !== undefined) return <code className="key-text">{token}</code>;
  return (
    <div className="key-text">
      <span aria-hidden>{MASK}</span>
      <VisuallyHidden>The key is hidden.</VisuallyHidden>
    </div>
  );
}

function LostKeyNotice() {
  const { data: info } = useKey();
  if (!info?.isLost) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="This key no longer works" role="alert">
      This server’s keyring was replaced, and your key was lost with it. Reveal the key to get a new one.
    </Alert>
  );
}

interface RevealButtonProps {
  readonly isShown: boolean;
  readonly busy: boolean;
  readonly onReveal: () => void;
  readonly onHide: () => void;
}

/** One button for both, so that it keeps the focus. */
function RevealButton({ isShown, busy, onReveal, onHide }: RevealButtonProps) {
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <BusyButton
      variant="default"
      busy={busy}
      onClick={isShown ? onHide : onReveal}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {isShown ? 'Hide' : 'Reveal'}
    </BusyButton>
  );
}

function KeyDates() {
  const key = useKey();
  const info = key.data;
  if (!info)
    return <NotLoaded title="Could not load the API key" query={key} pending={<Skeleton height={20} width={320} />} />;
  return (
    <dl className="facts">
      <div>
        <dt>Created</dt>
        <dd>
          <RelativeTime at={info.createdAt} />
        </dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>{info.lastUsedAt ? <RelativeTime at={info.lastUsedAt} /> : 'never'}</dd>
      </div>
    </dl>
  );
}
