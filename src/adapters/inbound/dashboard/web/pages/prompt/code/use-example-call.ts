import { useMemo } from 'react';
import type { PromptTemplate } from '../../../../../../../domain/templates/prompt-content.ts';
import { type PublishedContent, toContentDraft, toTemplate } from '../workspace/draft.ts';
import type { PreviewInputs } from '../workspace/preview-rendering.ts';
import { includesNothing, useIncludes } from '../workspace/use-includes.ts';
import { exampleCall } from './example-call.ts';

/** A call that renders this version, with the given inputs where they fit. */
export function useExampleCall(version: PublishedContent, inputs: PreviewInputs) {
  const template = useMemo(() => toTemplate(toContentDraft(version)) ?? EMPTY, [version]);
  const include = useIncludes(template) ?? includesNothing;
  return useMemo(() => exampleCall({ version, template, include, inputs }), [version, template, include, inputs]);
}

/** Stands for a version of 0.1 with too many tags, which cannot be rendered. */
const EMPTY: PromptTemplate = { type: 'text', template: { nodes: [], tagCount: 0 } };
