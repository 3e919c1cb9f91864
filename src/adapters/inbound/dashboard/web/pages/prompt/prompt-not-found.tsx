import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../../shell/page.tsx';

export function PromptNotFound() {
  return (
    <Page title="Prompt not found">
      <Text>
        There is no prompt at this address. It may have been deleted or renamed.{' '}
        <Anchor component={Link} href="/prompts" underline="always">
          See all prompts
        </Anchor>
        .
      </Text>
    </Page>
  );
}
