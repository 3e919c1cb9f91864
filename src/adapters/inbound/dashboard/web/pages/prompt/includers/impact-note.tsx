import { lazy, Suspense } from 'react';
import { type ImpactRequest, useImpact } from '../../../api/prompts/includers.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { describeImpact } from './describe-impact.ts';

// Popovers come with the code of forms, which a visit does not need.
const ImpactList = lazy(async () => ({ default: (await import('./impact-list.tsx')).ImpactList }));

/** Summarizes the impact of a change on prompts that include this one; renders nothing if it affects none. */
export function ImpactNote({ change }: { readonly change: ImpactRequest | undefined }) {
  const { prompt } = useWorkspace();
  const impact = useImpact(prompt.id, prompt.type === 'text' ? change : undefined);
  const summary = impact ? describeImpact(impact) : '';
  if (!impact || summary === '') return null;
  return (
    <Suspense fallback={null}>
      <ImpactList impact={impact} summary={summary} />
    </Suspense>
  );
}
