import { Anchor, Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useVersion } from '../../../api/prompts.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { serviceUrl } from '../../../start/base-address.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { fetchSnippet, LANGUAGES, type Language, renderSnippet } from './snippets.ts';
import { useExampleCall } from './use-example-call.ts';

/** Code that fetches and renders this prompt, ready to run. */
export function CodeTab() {
  const { prompt, inputs } = useWorkspace();
  const [language, setLanguage] = useState<Language>('curl');
  const [label, setLabel] = useState(prompt.labels['production'] ? 'production' : '');
  const labelled = prompt.labels[label] ?? prompt.labels['production'] ?? prompt.version;
  const { data: version = prompt } = useVersion(prompt.id, labelled === prompt.version ? undefined : labelled);
  const call = { service: serviceUrl, name: prompt.name, label, ...useExampleCall(version, inputs) };
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
      <Text size="sm">
        <Anchor component={Link} href={`/connect?prompt=${encodeURIComponent(prompt.name)}#programs`} inherit>
          Connect
        </Anchor>{' '}
        has code for our clients, agents and other tools.
      </Text>
    </Stack>
  );
}
