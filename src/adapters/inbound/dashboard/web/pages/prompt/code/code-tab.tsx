import { Anchor, Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { LATEST } from '../../../../../../../domain/naming/label.ts';
import { type LoadedPrompt, useVersion } from '../../../api/prompts/prompts.ts';
import { Snippet } from '../../../snippets/snippet.tsx';
import { serviceUrl } from '../../../start/base-address.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { CLIENT_LANGUAGES, installSnippet } from './client-snippets.ts';
import { fetchSnippet, LANGUAGES, type Language, renderSnippet } from './snippets.ts';
import { useExampleCall } from './use-example-call.ts';

/** Code that fetches and renders this prompt, ready to run. */
export function CodeTab() {
  const { prompt, inputs } = useWorkspace();
  const [language, setLanguage] = useState<Language>('curl');
  const [label, setLabel] = useState(prompt.labels['production'] ? 'production' : '');
  const selected = selectVersion(prompt, label);
  const { data: version = prompt } = useVersion(prompt.id, selected === prompt.version ? undefined : selected);
  const call = { service: serviceUrl, name: prompt.name, label, ...useExampleCall(version, inputs) };
  const client = CLIENT_LANGUAGES.find((one) => one === language);
  return (
    <Stack gap="lg">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Label"
          data={[
            { value: '', label: 'Default (production, or latest if not set)' },
            ...Object.keys(prompt.labels).sort(),
            LATEST,
          ]}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <LanguageControl value={language} onChange={setLanguage} />
      </Group>
      <CodeSection title="Key" code="export PROMPTHOLD_KEY='ph_…'" subject="Command">
        Set PROMPTHOLD_KEY first so the key never appears in your commands. Copy it under Settings, API Keys.
      </CodeSection>
      {client && (
        <CodeSection title="Install" code={installSnippet(client)} subject="Command">
          Without dependencies.
        </CodeSection>
      )}
      <CodeSection title="Fetch" code={fetchSnippet(language, call)} subject="Snippet">
        {client
          ? 'Returns the prompt from memory while it is current, so you can fetch it for every request.'
          : 'The template as written, with its variables and config. Send the ETag back as If-None-Match to get a 304.'}
      </CodeSection>
      <CodeSection title="Render" code={renderSnippet(language, call)} subject="Snippet">
        {`The rendered ${version.type === 'text' ? 'text' : 'messages'}, with your preview values where they fit.`}
      </CodeSection>
      <Text size="sm">
        <Anchor component={Link} href={`/connect?prompt=${encodeURIComponent(prompt.name)}#programs`} inherit>
          Connect
        </Anchor>{' '}
        has code for agents and other tools.
      </Text>
    </Stack>
  );
}

/** The version that programs get with this label; an empty one selects by the default rule. */
const selectVersion = ({ labels, version: latest }: LoadedPrompt, label: string): number =>
  label === LATEST ? latest : (labels[label] ?? labels['production'] ?? latest);

interface CodeSectionProps {
  readonly title: string;
  readonly children: string;
  readonly code: string;
  readonly subject: string;
}

function CodeSection({ title, children, code, subject }: CodeSectionProps) {
  const id = `${title.toLowerCase()}-heading`;
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Text size="sm">{children}</Text>
      <Snippet code={code} subject={subject} />
    </Stack>
  );
}

interface LanguageControlProps {
  readonly value: Language;
  readonly onChange: (language: Language) => void;
}

/** One row of buttons where there is room for it. */
function LanguageControl({ value, onChange }: LanguageControlProps) {
  const change = (next: string) => onChange(LANGUAGES.find((one) => one === next) ?? 'curl');
  return (
    <>
      <SegmentedControl aria-label="Language" visibleFrom="md" data={[...LANGUAGES]} value={value} onChange={change} />
      <NativeSelect
        label="Language"
        hiddenFrom="md"
        data={LANGUAGES}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </>
  );
}
