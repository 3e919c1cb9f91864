import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../../shell/page.tsx';

export function PromptNotFound() {
  return (
    <Page title="Prompt not found">
      <Text>
        This account has no such prompt; it may have been deleted.{' '}
        <Anchor component={Link} href="/prompts" underline="always">
          See all prompts
        </Anchor>
        .
      </Text>
    </Page>
  );
}
