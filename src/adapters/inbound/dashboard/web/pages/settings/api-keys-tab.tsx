import { Stack, Text } from '@mantine/core';
import { Snippet } from '../../components/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';
import { KeyCard } from './key-card.tsx';
import { RotationList } from './rotation-list.tsx';
import { Section } from './section.tsx';

export function ApiKeysTab() {
  return (
    <Stack gap="lg">
      <Section
        title="Your API key"
        description="Programs send it with every call. Anyone who has it has full access to your prompts."
      >
        <KeyCard />
      </Section>
      <Section
        title="Use it"
        description="First set the environment variable PROMPTHOLD_KEY to the key, so that no command contains it."
      >
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
    title: 'curl: check the key',
    code: `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  ${serviceUrl}/api/auth/token`,
  },
  {
    title: 'curl: list the prompts',
    code: `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  ${serviceUrl}/api/prompts`,
  },
  {
    title: 'JavaScript: list the prompts',
    code: `const response = await fetch('${serviceUrl}/api/prompts', {
  headers: { Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\` },
});
const { data: prompts } = await response.json();`,
  },
] as const;
