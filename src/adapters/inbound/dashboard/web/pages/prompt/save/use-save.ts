import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { VariableUse } from '../../../../../../../domain/templates/template-uses.ts';
import { ApiProblem } from '../../../api/http/request.ts';
import { type NewVersion, usePublish } from '../../../api/prompts/prompt-changes.ts';
import { type Draft, readJson, toContentInput } from '../workspace/draft.ts';
import { markSaved } from '../workspace/unsaved-work.ts';
import { variablesToPublish } from '../workspace/variable-drafts.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';

/** Why the last attempt to save had no effect. */
export type SaveFailure =
  | { readonly kind: 'archived' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'rejected'; readonly problem: unknown };

/** Publishes the draft as a new version, unless another one was published first. */
export function useSave() {
  const { prompt, work, updateWork, reload, uses, problems } = useWorkspace();
  const { mutateAsync, isPending } = usePublish(prompt.id);
  const [failure, setFailure] = useState<SaveFailure>();
  const [lastLabels, setLastLabels] = useState<readonly string[]>([]);
  const { draft, base, message } = work;

  const publish = async (body: NewVersion) => {
    // When a newer version exists, the ETag of the edited one makes the server reject the draft.
    const { etag } = prompt.latestVersion === base.version ? prompt : base;
    try {
      return await mutateAsync({ body, etag });
    } catch (problem) {
      if (!(problem instanceof ApiProblem && problem.status === 412)) throw problem;
      const current = await reload();
      // Only a label or the details have changed, so there is no content to overwrite.
      if (current?.latestVersion === base.version) return mutateAsync({ body, etag: current.etag });
      throw problem;
    }
  };

  const save = async (labels: readonly string[] = [], force = false) => {
    if (isPending) return;
    setLastLabels(labels);
    if (prompt.archived) return setFailure({ kind: 'archived' });
    if (problems.length > 0) return setFailure({ kind: 'invalid' });
    try {
      const { version, etag } = await publish({ ...toNewVersion(draft, uses), message, labels, force });
      updateWork((current) => markSaved(current, { draft, version, etag }));
      setFailure(undefined);
      announceSave(version, base.version);
    } catch (problem) {
      setFailure({ kind: 'rejected', problem });
    }
  };

  const isFixed = failure?.kind === 'invalid' && problems.length === 0;
  return {
    save,
    retry: () => save(lastLabels),
    /** Whether the last attempt would also have moved labels. */
    hasLabels: lastLabels.length > 0,
    clearFailure: () => setFailure(undefined),
    failure: isFixed ? undefined : failure,
    isPending,
  };
}

export function toNewVersion({ content, declared, order, config }: Draft, uses: readonly VariableUse[]): NewVersion {
  const { type: _, ...fields } = toContentInput(content);
  return { ...fields, config: readJson(config), variables: [...variablesToPublish(declared, uses, order)] };
}

function announceSave(version: number, previous: number): void {
  if (version > previous) notifications.show({ color: 'green', message: `Version ${version} saved` });
  else
    notifications.show({
      title: 'No new version',
      message: `The draft is identical to version ${version}.`,
    });
}
