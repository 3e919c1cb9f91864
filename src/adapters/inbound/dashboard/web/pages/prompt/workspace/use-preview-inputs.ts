import { useEffect, useState } from 'react';
import { tabPreviews } from '../../../drafts/tab-drafts.ts';
import { useAccount } from '../../../shell/account-context.ts';
import type { PreviewInputs } from './preview-rendering.ts';

const EMPTY: PreviewInputs = { variables: {}, placeholders: {} };

/** The user's example values for the prompt, which survive visits to other pages. */
export function usePreviewInputs(id: string) {
  const { userId } = useAccount();
  const [inputs, setInputs] = useState(
    () => (tabPreviews.read(userId, id)?.work as PreviewInputs | undefined) ?? EMPTY,
  );
  useEffect(() => {
    if (inputs !== EMPTY) tabPreviews.write(userId, id, { title: id, work: inputs });
  }, [userId, id, inputs]);
  return [inputs, setInputs] as const;
}
