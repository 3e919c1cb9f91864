// Layers let our own styles win wherever they are loaded. The build adds the styles of the components in use.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';
import './dashboard.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { sessionKey } from './api/account/session.ts';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { dashboardPath } from './start/base-address.ts';
import { serverInfo, styleNonce } from './start/server-info.ts';
import { readableColors, theme } from './theme.ts';

const root = document.getElementById('dashboard');
if (!root) throw new Error('the page has no element with the id "dashboard"');

if (serverInfo.account) queryClient.setQueryData(sessionKey, serverInfo.account);

// The dashboard takes the place of what the page shows until now.
document.getElementById('start')?.remove();
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-right" />
        <Router base={dashboardPath}>
          <App />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
