import './unloaded-editor.css';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TemplateDiffProps } from './template-diff.tsx';
import type { TemplateEditorProps } from './template-editor.tsx';

const Editor = lazy(() => import('./template-editor.tsx'));
const Diff = lazy(() => import('./template-diff.tsx'));

/** More than fits on any screen. */
const UNLOADED_CHARACTERS_MAX = 20_000;

/** Loads the editor on demand, because it is large. Until then, the text can be read but not changed. */
export function LazyTemplateEditor(props: TemplateEditorProps) {
  const text = props.value.slice(0, UNLOADED_CHARACTERS_MAX);
  return (
    <Suspense fallback={<div className="unloaded-editor">{text}</div>}>
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
