import { Alert, Button, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';

/** Shown instead of a page that failed: most likely its files are gone, because the service was upgraded meanwhile. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  static getDerivedStateFromError() {
    return { broken: true };
  }

  override state = { broken: false };

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Alert color="red" title="This page could not be shown" role="alert">
        <Text size="sm">
          The service may have been upgraded while the dashboard was open. Reload to get its newest files.
        </Text>
        <Button mt="sm" size="xs" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Alert>
    );
  }
}
