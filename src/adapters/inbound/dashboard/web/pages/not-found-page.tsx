import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../shell/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Text>
        There is nothing at this address.{' '}
        <Anchor component={Link} href="/">
          Go to the overview
        </Anchor>
        .
      </Text>
    </Page>
  );
}
