import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../../../../../../domain/problem.ts';
import { printIncludeTarget } from '../../../../../../../domain/prompts/naming/include-target.ts';
import { type PromptTemplate, templatesOf } from '../../../../../../../domain/templates/prompt-content.ts';
import {
  type IncludeLookup,
  includeTargets,
  type VariableUse,
  variableUses,
} from '../../../../../../../domain/templates/template-uses.ts';
import type { VariableDeclaration } from '../../../../../../../domain/templates/variables.ts';
import type { PromptWithVersion } from '../../../api/prompts.ts';
import { type Draft, draftFrom, draftProblems, templateOf, wordsOf } from './draft.ts';
import type { PreviewInputs } from './preview-rendering.ts';
import { dropDraft, keepDraft, keptDraft } from './stored-drafts.ts';
import { begin, follow, isDirty, type UnsavedWork } from './unsaved-work.ts';
import { useIncludes } from './use-includes.ts';
import { currentVariables } from './variable-drafts.ts';

/** Everything that the areas of a prompt's page know about the version in the making. */
export interface Workspace {
  readonly prompt: PromptWithVersion;
  readonly work: UnsavedWork;
  readonly change: (changes: Partial<Draft>) => void;
  readonly setWork: (next: (work: UnsavedWork) => UnsavedWork) => void;
  readonly dirty: boolean;
  /** The newest published version, as a draft that says nothing new. */
  readonly published: Draft;
  /** Undefined while its sections are unbalanced. */
  readonly template: PromptTemplate | undefined;
  readonly uses: readonly VariableUse[];
  readonly variables: readonly VariableDeclaration[];
  readonly include: IncludeLookup;
  readonly problems: readonly Problem[];
  readonly inputs: PreviewInputs;
  readonly setInputs: (next: (inputs: PreviewInputs) => PreviewInputs) => void;
}

/** Undefined until what the newest version includes is known. */
export function useWorkspace(prompt: PromptWithVersion): Workspace | undefined {
  const published = usePublished(prompt);
  const [work, setWork] = useUnsavedWork(prompt, published);
  const [inputs, setInputs] = useState<PreviewInputs>({ variables: {}, placeholders: {} });
  const words = work?.draft.words;
  const template = useMemo(() => words && templateOf(words), [words]);
  // While a section is still open, what is known about the rest stays.
  const balanced = useRef(template);
  if (template) balanced.current = template;
  const loaded = useIncludes(balanced.current);
  const include = loaded ?? includesNothing;
  const readable = balanced.current;
  const uses = useMemo(() => (readable ? variableUses(templatesOf(readable), include) : []), [readable, include]);
  if (!work || !published) return undefined;
  const { draft } = work;
  return {
    prompt,
    work,
    setWork: (next) => setWork((before) => before && next(before)),
    change: (changes) => setWork((before) => before && { ...before, draft: { ...before.draft, ...changes } }),
    dirty: isDirty(work),
    published,
    template,
    uses,
    variables: currentVariables(draft.declared, uses),
    include,
    problems: [...draftProblems(draft, uses), ...(readable && loaded ? includeProblems(readable, loaded) : [])],
    inputs,
    setInputs,
  };
}

const includesNothing: IncludeLookup = () => undefined;

const includeProblems = (template: PromptTemplate, include: IncludeLookup): readonly Problem[] =>
  includeTargets(templatesOf(template))
    .filter((target) => !include(target))
    .map((target) => ({
      path: 'includes',
      problem: `${printIncludeTarget(target)} is no text prompt of this account`,
    }));

function usePublished(prompt: PromptWithVersion): Draft | undefined {
  const template = useMemo(() => templateOf(wordsOf(prompt)), [prompt]);
  const include = useIncludes(template);
  return useMemo(
    () => include && draftFrom(prompt, template ? variableUses(templatesOf(template), include) : []),
    [prompt, template, include],
  );
}

/** Survives a look at other pages: see kept-drafts.ts. */
function useUnsavedWork({ id, version }: PromptWithVersion, published: Draft | undefined) {
  const client = useQueryClient();
  const [work, setWork] = useState(() => keptDraft(client, id) ?? (published && begin(published, version)));
  useEffect(() => {
    if (published) setWork((before) => follow(before, published, version));
  }, [published, version]);
  useEffect(() => {
    if (!work) return;
    if (isDirty(work) || work.aside) keepDraft(client, id, work);
    else dropDraft(client, id);
  }, [client, id, work]);
  return [work, setWork] as const;
}
