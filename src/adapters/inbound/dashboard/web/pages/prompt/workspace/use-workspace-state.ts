import { useEffect, useMemo, useState } from 'react';
import { printIncludeTarget } from '../../../../../../../domain/naming/include-target.ts';
import type { Problem } from '../../../../../../../domain/problem.ts';
import { type PromptTemplate, templatesOf } from '../../../../../../../domain/templates/prompt-content.ts';
import {
  type IncludeLookup,
  includeTargets,
  variableUses,
} from '../../../../../../../domain/templates/template-uses.ts';
import type { LoadedPrompt } from '../../../api/prompts/prompts.ts';
import { tabDrafts, tabPreviews } from '../../../drafts/tab-drafts.ts';
import { useAccount } from '../../../shell/account-context.ts';
import { type Draft, draftFrom, findDraftProblems, toContentDraft, toTemplate } from './draft.ts';
import type { PreviewInputs } from './preview-rendering.ts';
import { followPublished, isDirty, type PublishedDraft, startFrom, type UnsavedWork } from './unsaved-work.ts';
import { includesNothing, useIncludes } from './use-includes.ts';
import { variablesToPublish } from './variable-drafts.ts';

/** Everything that the tabs of a prompt know about the draft of its next version. */
export type Workspace = NonNullable<ReturnType<typeof useWorkspaceState>>;

/** Undefined until everything that the latest version includes is loaded. `reload` fetches the prompt again. */
export function useWorkspaceState(prompt: LoadedPrompt, reload: () => Promise<LoadedPrompt | undefined>) {
  const published = usePublished(prompt);
  const [work, setWork] = useUnsavedWork(prompt, published);
  const [inputs, updateInputs] = usePreviewInputs(prompt.id);
  const content = work?.draft.content;
  const template = useMemo(() => content && toTemplate(content), [content]);
  const validTemplate = useLastValid(template);
  const loaded = useIncludes(validTemplate);
  const include = loaded ?? includesNothing;
  const uses = useMemo(
    () => (validTemplate ? variableUses(templatesOf(validTemplate), include) : []),
    [validTemplate, include],
  );
  const unknownIncludes = useMemo(
    () => (validTemplate && loaded ? findUnknownIncludes(validTemplate, loaded) : []),
    [validTemplate, loaded],
  );
  if (!work || !published) return undefined;
  const { draft } = work;
  const updateWork = (update: (work: UnsavedWork) => UnsavedWork) => setWork((before) => before && update(before));
  return {
    prompt,
    reload,
    work,
    updateWork,
    changeDraft: (changes: Partial<Draft>) =>
      updateWork((before) => ({ ...before, draft: { ...before.draft, ...changes } })),
    isDirty: isDirty(work),
    /** The latest published version, as a draft without changes. */
    published,
    /** Undefined while sections are unbalanced. */
    template,
    uses,
    variables: variablesToPublish(draft.declared, uses),
    include,
    /** Targets of includes that do not exist. */
    unknownIncludes,
    problems: [...findDraftProblems(draft, uses), ...unknownIncludes.map(toIncludeProblem)],
    inputs,
    updateInputs,
  };
}

/** While a section is open the text has no template; its variables are those of the last valid one. */
function useLastValid(template: PromptTemplate | undefined): PromptTemplate | undefined {
  const [lastValid, setLastValid] = useState(template);
  if (template && template !== lastValid) setLastValid(template);
  return template ?? lastValid;
}

const findUnknownIncludes = (template: PromptTemplate, include: IncludeLookup): readonly string[] =>
  includeTargets(templatesOf(template))
    .filter((target) => !include(target))
    .map(printIncludeTarget);

const toIncludeProblem = (target: string): Problem => ({
  path: 'includes',
  problem: 'not-found',
  text: `No text prompt named “${target}”`,
});

function usePublished(prompt: LoadedPrompt): PublishedDraft | undefined {
  const template = useMemo(() => toTemplate(toContentDraft(prompt)), [prompt]);
  const include = useIncludes(template);
  return useMemo(() => {
    if (!include) return undefined;
    const uses = template ? variableUses(templatesOf(template), include) : [];
    return { draft: draftFrom(prompt, uses), version: prompt.version, etag: prompt.etag };
  }, [prompt, template, include]);
}

/** The user's draft of the prompt. Stored with the tab's drafts, so that it survives more than this page. */
function useUnsavedWork({ id, name }: LoadedPrompt, published: PublishedDraft | undefined) {
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

const NO_INPUTS: PreviewInputs = { variables: {}, placeholders: {} };

/** The user's example values for the prompt, which survive visits to other pages. */
function usePreviewInputs(id: string) {
  const { userId } = useAccount();
  const [inputs, setInputs] = useState(
    () => (tabPreviews.read(userId, id)?.work as PreviewInputs | undefined) ?? NO_INPUTS,
  );
  useEffect(() => {
    if (inputs !== NO_INPUTS) tabPreviews.write(userId, id, { title: id, work: inputs });
  }, [userId, id, inputs]);
  return [inputs, setInputs] as const;
}
