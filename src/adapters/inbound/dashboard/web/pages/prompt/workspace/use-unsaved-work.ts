import { useEffect, useState } from 'react';
import type { Prompt } from '../../../api/prompts/prompts.ts';
import { tabDrafts } from '../../../drafts/tab-drafts.ts';
import { useAccount } from '../../../shell/account-context.ts';
import { followPublished, isDirty, type PublishedDraft, startFrom, type UnsavedWork } from './unsaved-work.ts';

/** The user's draft of the prompt. Stored with the tab's drafts, so that it survives more than this page. */
export function useUnsavedWork({ id, name }: Pick<Prompt, 'id' | 'name'>, published: PublishedDraft | undefined) {
  const { userId } = useAccount();
  const [work, setWork] = useState(
    () => (tabDrafts.read(userId, id)?.work as UnsavedWork | undefined) ?? (published && startFrom(published)),
  );
  useEffect(() => {
    if (published) setWork((before) => followPublished(before, published));
  }, [published]);
  useEffect(() => {
    if (!work) return;
    if (isDirty(work) || work.setAside) tabDrafts.write(userId, id, { title: name, work });
    else tabDrafts.delete(userId, id);
  }, [userId, id, name, work]);
  return [work, setWork] as const;
}
