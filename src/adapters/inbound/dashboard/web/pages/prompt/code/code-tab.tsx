import { Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useVersion } from '../../../api/prompts.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { serviceUrl } from '../../../start/base-address.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { LANGUAGES, type Language, readSnippet, renderSnippet } from './snippets.ts';

/** Code that reads and renders this prompt, with its variables. */
export function CodeTab() {
  const { prompt } = useWorkspace();
  const [language, setLanguage] = useState<Language>('curl');
  const [label, setLabel] = useState(prompt.labels['production'] ? 'production' : '');
  const labelled = prompt.labels[label] ?? prompt.labels['production'] ?? prompt.version;
  const { data: version = prompt } = useVersion(prompt.id, labelled === prompt.version ? undefined : labelled);
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
        Set the environment variable PROMPTHOLD_KEY to your API key, which is in Settings, API Keys.
      </Text>
      <Stack gap="xs" component="section" aria-labelledby="read-heading">
        <Title order={2} size="h4" id="read-heading">
          Read it
        </Title>
        <Text size="sm">
          The template as written, with its variables and config. Send the ETag of the response with the next request.
        </Text>
        <Snippet code={readSnippet(language, call)} subject="Snippet" />
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="render-heading">
        <Title order={2} size="h4" id="render-heading">
          Render it
        </Title>
        <Text size="sm">The finished {version.type === 'text' ? 'text' : 'messages'}, with your values in place.</Text>
        <Snippet code={renderSnippet(language, call)} subject="Snippet" />
      </Stack>
    </Stack>
  );
}
