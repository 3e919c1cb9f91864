import { Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PromptWithVersion } from '../../../api/prompts.ts';
import { useVersion } from '../../../api/prompts.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { serviceUrl } from '../../../start/base-address.ts';
import { LANGUAGES, type Language, readSnippet, renderSnippet } from './snippets.ts';

/** Ready-made calls of this prompt, with its variables. */
export function CodeTab({ prompt }: { readonly prompt: PromptWithVersion }) {
  const [language, setLanguage] = useState<Language>('curl');
  const [label, setLabel] = useState(prompt.labels['production'] ? 'production' : '');
  const at = prompt.labels[label] ?? prompt.labels['production'] ?? prompt.version;
  const { data: version = prompt } = useVersion(prompt.id, at === prompt.version ? undefined : at);
  const placeholders = (version.messages ?? []).flatMap((message) =>
    'placeholder' in message ? [message.placeholder] : [],
  );
  const call = { service: serviceUrl, name: prompt.name, label, variables: version.variables, placeholders };
  return (
    <Stack gap="lg">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Label"
          data={[
            { value: '', label: 'None: production, else the latest' },
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
      <Text size="sm" c="dimmed">
        Put your API key into the environment as PROMPTHOLD_KEY; you find it under Settings, API Keys.
      </Text>
      <Stack gap="xs" component="section" aria-labelledby="read-heading">
        <Title order={2} size="h4" id="read-heading">
          Read it
        </Title>
        <Text size="sm">
          The template as written, with its variables and config. Answers carry an ETag; ask again with it.
        </Text>
        <Snippet code={readSnippet(language, call)} what="Snippet" />
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="render-heading">
        <Title order={2} size="h4" id="render-heading">
          Render it
        </Title>
        <Text size="sm">The finished {version.type === 'text' ? 'text' : 'messages'}, with your values in place.</Text>
        <Snippet code={renderSnippet(language, call)} what="Snippet" />
      </Stack>
    </Stack>
  );
}
