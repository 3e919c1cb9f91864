import { Stack, Text } from '@mantine/core';
import { KeyCommand } from '../../snippets/key-command.tsx';
import { Snippet } from '../../snippets/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';
import { KeyCard } from './key-card.tsx';
import { RotationList } from './rotation-list.tsx';
import { Section } from './section.tsx';

export function ApiKeysTab() {
  return (
    <Stack gap="md">
      <Section
        title="Your API key"
        description="Programs send this key with every call. Anyone who has it can read and change your prompts."
      >
        <KeyCard />
      </Section>
      <Section
        title="Use the key"
        description="Set PROMPTHOLD_KEY first so the key never appears in your commands. The copied command contains your key."
      >
        <KeyCommand />
        {SNIPPETS.map(({ title, code }) => (
          <div key={title}>
            <Text component="h3" size="sm" fw={600} mb={4}>
              {title}
            </Text>
            <Snippet code={code} subject={title} />
          </div>
        ))}
      </Section>
      <Section title="Recent resets">
        <RotationList />
      </Section>
    </Stack>
  );
}

const SNIPPETS = [
  {
    title: 'curl: check your key',
    code: `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  ${serviceUrl}/api/auth/token`,
  },
  {
    title: 'curl: list prompts',
    code: `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  ${serviceUrl}/api/prompts`,
  },
  {
    title: 'JavaScript: list prompts',
    code: `const response = await fetch('${serviceUrl}/api/prompts', {
  headers: { Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\` },
});
const { data: prompts } = await response.json();`,
  },
] as const;
