import {
  Anchor,
  type CSSVariablesResolver,
  createTheme,
  Menu,
  Modal,
  Notification,
  PasswordInput,
  Textarea,
  TextInput,
} from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Readable as text on white and as background of white text (WCAG 2.2 AA).
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  components: {
    // Text reads from the side at which its script begins.
    Textarea: Textarea.extend({ defaultProps: { dir: 'auto' } }),
    TextInput: TextInput.extend({ defaultProps: { dir: 'auto' } }),
    // Reachable by keyboard. Not named "… password", which is the name of the field.
    PasswordInput: PasswordInput.extend({
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show characters' },
      },
    }),
    // Colour alone does not distinguish a link from the text around it.
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    // The placeholder is not a menu item, and a menu may contain nothing else.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
  },
});

/** Some of Mantine's colors have too little contrast: these reach 4.5 to 1 on every background in use. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-outline': 'var(--mantine-color-red-9)',
    '--mantine-color-orange-light-color': '#9a3412',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
  },
});
