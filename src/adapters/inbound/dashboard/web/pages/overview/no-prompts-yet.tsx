import { Anchor, Text } from '@mantine/core';
import { useCommands } from '../../shell/command-context.ts';
import { Snippet } from '../../snippets/snippet.tsx';
import { publicUrl } from '../../start/public-url.ts';

const CREATE_PROMPT = `curl ${publicUrl}/api/prompts \\
  -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"greeting","content":"Hello {{name}}"}'`;

export function NoPromptsYet() {
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
