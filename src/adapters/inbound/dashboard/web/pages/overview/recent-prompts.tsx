import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { type Prompt, useRecentPrompts } from '../../api/prompts/prompts.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { NotLoaded } from '../../outage/load-problem.tsx';
import { useCommands } from '../../shell/command-context.ts';
import { Snippet } from '../../snippets/snippet.tsx';
import { publicUrl } from '../../start/public-url.ts';
import { BreakableName } from '../../text/breakable-name.tsx';

export function RecentPrompts() {
  const query = useRecentPrompts();
  const prompts = query.data;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="recent-prompts">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4" id="recent-prompts">
            Recently changed prompts
          </Title>
          <Anchor component={Link} href="/prompts" size="sm">
            All prompts
          </Anchor>
        </Group>
        {prompts && prompts.length > 0 && <PromptList prompts={prompts} />}
        {prompts?.length === 0 && <NoPromptsYet />}
        {!prompts && <NotLoaded title="Could not load prompts" query={query} pending={<Skeleton height={160} />} />}
      </Stack>
    </Paper>
  );
}

function PromptList({ prompts }: { readonly prompts: readonly Prompt[] }) {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {prompts.map(({ id, name, latestVersion, updatedAt }) => (
        <Group key={id} component="li" justify="space-between" gap="xs">
          <Anchor component={Link} href={`/prompts/${id}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <BreakableName name={name} />
          </Anchor>
          <Text size="sm" c="dimmed">
            v{latestVersion} · <RelativeTime at={updatedAt} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

const CREATE_PROMPT = `curl ${publicUrl}/api/prompts \\
  -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"greeting","content":"Hello {{name}}"}'`;

function NoPromptsYet() {
  const { createPrompt } = useCommands();
  return (
    <>
      <Text>
        <Anchor component="button" type="button" onClick={createPrompt} aria-haspopup="dialog" underline="always">
          Create your first prompt
        </Anchor>
        , or use the API:
      </Text>
      <Snippet code={CREATE_PROMPT} subject="Command" isWrapped />
    </>
  );
}
