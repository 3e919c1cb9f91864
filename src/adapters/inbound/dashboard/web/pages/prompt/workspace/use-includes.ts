import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type IncludeTarget, printIncludeTarget } from '../../../../../../../domain/naming/include-target.ts';
import { type PromptTemplate, templatesOf } from '../../../../../../../domain/templates/prompt-content.ts';
import { INCLUDE_DEPTH_MAX } from '../../../../../../../domain/templates/render-template.ts';
import { parseTemplate, type Template } from '../../../../../../../domain/templates/template.ts';
import { type IncludeLookup, includeTargets } from '../../../../../../../domain/templates/template-uses.ts';
import { request } from '../../../api/http/request.ts';
import type { PromptWithVersion, Version } from '../../../api/prompts/prompts.ts';
import { promptsKey } from '../../../api/prompts/prompts.ts';

type Loaded = ReadonlyMap<string, Template>;

/** Looks up everything that a template includes, directly or indirectly; undefined until all of it is loaded. */
export function useIncludes(template: PromptTemplate | undefined): IncludeLookup | undefined {
  return useTemplateIncludes(useMemo(() => (template ? templatesOf(template) : []), [template]));
}

/** Like `useIncludes`, for several templates, which are compared by the identity of their list. */
export function useTemplateIncludes(templates: readonly Template[]): IncludeLookup | undefined {
  const targets = useMemo(() => includeTargets(templates), [templates]);
  const { data, isPending } = useQuery({
    queryKey: [...promptsKey, 'includes', targets.map(printIncludeTarget).toSorted()],
    queryFn: ({ signal }) => loadAll(targets, signal),
    enabled: targets.length > 0,
    // Templates are compared by identity; comparing them deeply would be slow.
    structuralSharing: false,
  });
  const isLoading = targets.length > 0 && isPending;
  return useMemo(() => {
    if (isLoading) return undefined;
    return data ? (target) => data.get(printIncludeTarget(target)) : includesNothing;
  }, [data, isLoading]);
}

export const includesNothing: IncludeLookup = () => undefined;

async function loadAll(targets: readonly IncludeTarget[], signal: AbortSignal): Promise<Loaded> {
  const loaded = new Map<string, Template>();
  let pending = targets;
  for (let depth = 0; depth < INCLUDE_DEPTH_MAX && pending.length > 0; depth += 1) {
    const texts = await Promise.all(pending.map((target) => loadText(target, signal)));
    const found = texts.flatMap((text, index) => {
      const [target, outcome] = [pending[index], text === undefined ? undefined : parseTemplate(text)];
      if (!target || outcome?.kind !== 'template') return [];
      loaded.set(printIncludeTarget(target), outcome.template);
      return [outcome.template];
    });
    pending = includeTargets(found).filter((target) => !loaded.has(printIncludeTarget(target)));
  }
  return loaded;
}

/** Undefined when there is no such text. Found through the list: some proxies rewrite encoded slashes in a path. */
async function loadText({ name, selector }: IncludeTarget, signal: AbortSignal): Promise<string | undefined> {
  const label = selector?.by === 'label' ? selector.label : undefined;
  const query = { name, label, archived: 'any', include: 'content' };
  const { data } = await request<{ data: readonly PromptWithVersion[] }>('prompts', { query, signal });
  const [prompt] = data;
  if (!prompt || selector?.by !== 'version' || selector.version === prompt.version) return prompt?.content;
  if (selector.version > prompt.latestVersion) return undefined;
  const path = `prompts/${prompt.id}/versions/${selector.version}`;
  return (await request<{ data: Version }>(path, { signal })).data.content;
}
