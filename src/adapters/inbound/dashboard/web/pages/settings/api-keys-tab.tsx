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
        description="Programs send it with every call. Whoever has it can do everything with your prompts."
      >
        <KeyCard />
      </Section>
      <Section
        title="Use it"
        description="Put the key into the environment variable PROMPTHOLD_KEY first; no command then shows it."
      >
        {SNIPPETS.map(({ what, code }) => (
          <div key={what}>
            <Text component="h3" size="sm" fw={600} mb={4}>
              {what}
            </Text>
            <Snippet code={code} what={what} />
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
    what: 'curl: check the key',
    code: `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  ${serviceUrl}/api/auth/token`,
  },
  {
    what: 'curl: list the prompts',
    code: `curl -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  ${serviceUrl}/api/prompts`,
  },
  {
    what: 'JavaScript: list the prompts',
    code: `const response = await fetch('${serviceUrl}/api/prompts', {
  headers: { Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\` },
});
const { data: prompts } = await response.json();`,
  },
] as const;
