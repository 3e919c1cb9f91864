import { Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PromptTemplate } from '../../../../../../../domain/templates/prompt-content.ts';
import type { IncludeLookup } from '../../../../../../../domain/templates/template-uses.ts';
import { useVersion } from '../../../api/prompts.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { serviceUrl } from '../../../start/base-address.ts';
import { type PublishedContent, toContentDraft, toTemplate } from '../workspace/draft.ts';
import { useIncludes } from '../workspace/use-includes.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { exampleCall } from './example-call.ts';
import { fetchSnippet, LANGUAGES, type Language, renderSnippet } from './snippets.ts';

/** Code that fetches and renders this prompt, ready to run. */
export function CodeTab() {
  const { prompt } = useWorkspace();
  const [language, setLanguage] = useState<Language>('curl');
  const [label, setLabel] = useState(prompt.labels['production'] ? 'production' : '');
  const labelled = prompt.labels[label] ?? prompt.labels['production'] ?? prompt.version;
  const { data: version = prompt } = useVersion(prompt.id, labelled === prompt.version ? undefined : labelled);
  const call = { service: serviceUrl, name: prompt.name, label, ...useExampleCall(version) };
  return (
    <Stack gap="lg">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Label"
          data={[
            { value: '', label: 'Default (production, or latest if not set)' },
            ...Object.keys(prompt.labels).sort(),
            'latest',
          ]}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Language"
          data={[...LANGUAGES]}
          value={language}
          onChange={(next) => setLanguage(LANGUAGES.find((one) => one === next) ?? 'curl')}
        />
      </Group>
      <Stack gap="xs" component="section" aria-labelledby="key-heading">
        <Title order={2} size="h4" id="key-heading">
          Key
        </Title>
        <Text size="sm">
          Set PROMPTHOLD_KEY first so the key never appears in your commands. It is under Settings, API Keys.
        </Text>
        <Snippet code="export PROMPTHOLD_KEY='ph_…'" subject="Command" />
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="fetch-heading">
        <Title order={2} size="h4" id="fetch-heading">
          Fetch
        </Title>
        <Text size="sm">
          The template as written, with its variables and config. Send the ETag back as If-None-Match to get a 304.
        </Text>
        <Snippet code={fetchSnippet(language, call)} subject="Snippet" />
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="render-heading">
        <Title order={2} size="h4" id="render-heading">
          Render
        </Title>
        <Text size="sm">
          The finished {version.type === 'text' ? 'text' : 'messages'}, with the values of the preview where it has
          them.
        </Text>
        <Snippet code={renderSnippet(language, call)} subject="Snippet" />
      </Stack>
    </Stack>
  );
}

function useExampleCall(version: PublishedContent) {
  const { inputs } = useWorkspace();
  const template = useMemo(() => toTemplate(toContentDraft(version)) ?? EMPTY, [version]);
  const include = useIncludes(template) ?? includesNothing;
  return useMemo(() => exampleCall({ version, template, include, inputs }), [version, template, include, inputs]);
}

/** Stands for a version of 0.1 with too many tags, which cannot be rendered. */
const EMPTY: PromptTemplate = { type: 'text', template: { nodes: [], tagCount: 0 } };

const includesNothing: IncludeLookup = () => undefined;
