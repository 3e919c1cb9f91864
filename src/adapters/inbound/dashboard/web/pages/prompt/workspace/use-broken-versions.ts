import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { CallerContract } from '../../../../../../../domain/templates/breaking-changes.ts';
import { templatesOf } from '../../../../../../../domain/templates/prompt-content.ts';
import type { IncludeLookup } from '../../../../../../../domain/templates/template-uses.ts';
import { parseVariables } from '../../../../../../../domain/templates/variables.ts';
import { useLoadedVersions } from '../../../api/prompts/prompts.ts';
import { type BrokenVersion, findBrokenVersions, labelledVersions } from './broken-labels.ts';
import { type PublishedContent, toContentDraft, toTemplate } from './draft.ts';
import { useTemplateIncludes } from './use-includes.ts';
import { useWorkspace } from './workspace-context.tsx';

const NONE: readonly BrokenVersion[] = [];

const PAUSE_MS = 300;

/** The versions with labels whose callers would fail with the draft. Empty until they are loaded. */
export function useBrokenVersions(): readonly BrokenVersion[] {
  const { prompt, isDirty, template, variables, include } = useWorkspace();
  const { id, labels } = prompt;
  const versions = useLoadedVersions(id, isDirty ? labelledVersions(labels) : []);
  const parsed = useMemo(
    () => versions.map((version) => ({ version, templates: parseTemplates(version) })),
    [versions],
  );
  const loaded = useTemplateIncludes(useMemo(() => parsed.flatMap(({ templates }) => templates), [parsed]));
  const contracts = useMemo(
    () => new Map(parsed.map(({ version, templates }) => [version.version, toContract(version, templates, loaded)])),
    [parsed, loaded],
  );
  // Comparing long texts takes longer than a key press may, so it waits for a pause.
  const [draft] = useDebouncedValue(
    useMemo(() => template && { variables, templates: templatesOf(template), include }, [template, variables, include]),
    PAUSE_MS,
  );
  return useMemo(
    () => (isDirty && draft && loaded ? findBrokenVersions(labels, contracts, draft) : NONE),
    [isDirty, draft, loaded, labels, contracts],
  );
}

function parseTemplates(version: PublishedContent): CallerContract['templates'] {
  const template = toTemplate(toContentDraft(version));
  return template ? templatesOf(template) : [];
}

function toContract(
  { variables }: PublishedContent,
  templates: CallerContract['templates'],
  include: IncludeLookup | undefined,
): CallerContract {
  const outcome = parseVariables(variables);
  return { variables: outcome.kind === 'variables' ? outcome.variables : [], templates, include };
}
