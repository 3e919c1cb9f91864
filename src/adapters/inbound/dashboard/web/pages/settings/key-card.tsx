import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useKey, useRevealKey } from '../../api/key.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Moment } from '../../components/moment.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { KeyText } from './key-text.tsx';
import { ResetKeyDialog } from './reset-key-dialog.tsx';
import { SHOWN_SECONDS, useTimedReveal } from './use-timed-reveal.ts';

export function KeyCard() {
  const shown = useTimedReveal();
  const reveal = useRevealKey();
  const fetchKey = useRevealKey();
  const [resetting, setResetting] = useState(false);
  const fetched = () => new Promise<string>((resolve, reject) => fetchKey.mutateAsync(resolve).catch(reject));
  // What is shown may be the old key afterwards.
  const showDialog = (open: boolean) => {
    shown.hide();
    setResetting(open);
  };
  return (
    <Stack gap="md">
      <KeyText token={shown.token} />
      <Group gap="sm">
        <RevealButton
          isShown={shown.token !== undefined}
          busy={reveal.isPending}
          reveal={() => reveal.mutate(shown.show)}
          hide={shown.hide}
        />
        <CopyButton
          text={shown.token ?? fetched}
          what="API key"
          byHand="Reveal the key, select it and copy it yourself."
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
        {shown.token !== undefined && (
          <Text size="sm" c="dimmed" aria-hidden>
            Hides in {shown.secondsLeft} s
          </Text>
        )}
      </Group>
      <VisuallyHidden role="status">
        {shown.token === undefined ? '' : `The key is shown. It hides again after ${SHOWN_SECONDS} seconds.`}
      </VisuallyHidden>
      {reveal.error && <ProblemNotice problem={reveal.error} title="The key was not revealed" />}
      <KeyDates />
      <ResetKeyDialog opened={resetting} close={() => showDialog(false)} />
    </Stack>
  );
}

interface RevealButtonProps {
  readonly isShown: boolean;
  readonly busy: boolean;
  readonly reveal: () => void;
  readonly hide: () => void;
}

/** One button with two names, so that the focus stays where it is. */
function RevealButton({ isShown, busy, reveal, hide }: RevealButtonProps) {
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <BusyButton
      variant="default"
      busy={busy}
      onClick={isShown ? hide : reveal}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {isShown ? 'Hide' : 'Reveal'}
    </BusyButton>
  );
}

function KeyDates() {
  const { data: facts, error, refetch } = useKey();
  if (!facts) return error ? <ProblemNotice problem={error} retry={refetch} /> : <Skeleton height={20} width={320} />;
  return (
    <dl className="facts">
      <div>
        <dt>Created</dt>
        <dd>
          <Moment at={facts.createdAt} />
        </dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>{facts.lastUsedAt ? <Moment at={facts.lastUsedAt} /> : 'never'}</dd>
      </div>
    </dl>
  );
}
