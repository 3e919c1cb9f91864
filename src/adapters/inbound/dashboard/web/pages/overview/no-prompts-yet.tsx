import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Snippet } from '../../components/snippet.tsx';
import { serviceUrl } from '../../start/base-address.ts';

const CREATE_PROMPT = `curl ${serviceUrl}/api/prompts \\
  -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"greeting","content":"Hello {{name}}"}'`;

export function NoPromptsYet() {
  return (
    <>
      <Text>
        There are no prompts yet.{' '}
        <Anchor component={Link} href="/prompts" underline="always">
          Create one on the Prompts page
        </Anchor>
        , or from a program:
      </Text>
      <Snippet code={CREATE_PROMPT} subject="Command" isWrapped />
    </>
  );
}
