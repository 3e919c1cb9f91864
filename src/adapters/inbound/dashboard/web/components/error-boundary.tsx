import { Alert, Button, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';

/** Replaces a page that failed, most likely because its files were removed by an upgrade of the service. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert color="red" title="This page could not be loaded" role="alert">
        <Text size="sm">
          The service may have been upgraded while the dashboard was open. Reload the page to get the new version.
        </Text>
        <Button mt="sm" size="xs" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Alert>
    );
  }
}
