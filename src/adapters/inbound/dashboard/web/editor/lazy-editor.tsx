import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TemplateDiffProps } from './template-diff.tsx';
import type { TemplateEditorProps } from './template-editor.tsx';

const Editor = lazy(() => import('./template-editor.tsx'));
const Diff = lazy(() => import('./template-diff.tsx'));

/** Loads the editor on demand, because it is large. */
export function LazyTemplateEditor(props: TemplateEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Editor {...props} />
    </Suspense>
  );
}

export function LazyTemplateDiff(props: TemplateDiffProps) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Diff {...props} />
    </Suspense>
  );
}
