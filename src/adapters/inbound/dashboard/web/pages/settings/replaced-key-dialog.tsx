import { Modal, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRevealKey } from '../../api/account/key.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { NewSecret } from '../../forms/new-secret.tsx';

/** Shows the key that replaced a lost one as after a reset. Only this dialog holds it. */
export default function ReplacedKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { mutate, error } = useRevealKey();
  const [token, setToken] = useState<string>();
  const fetchToken = () => mutate(setToken);
  useEffect(() => mutate(setToken), [mutate]);
  return (
    <Modal opened onClose={onClose} title="Your new API key" size="lg" closeOnClickOutside={false}>
      {token !== undefined && (
        <NewSecret kind="key" secret={token} onDone={onClose}>
          The operator of this service had to replace its keyring, and your former API key was lost with it: it no
          longer works. Give this new key to your programs. Your prompts, their versions and labels, and your password
          have not changed.
        </NewSecret>
      )}
      {token === undefined && error && (
        <ProblemNotice problem={error} title="Could not load the new key" onRetry={fetchToken} />
      )}
      {token === undefined && !error && <Skeleton height={120} />}
    </Modal>
  );
}
