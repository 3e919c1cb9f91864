import { Code, Text } from '@mantine/core';

export function TagHelp({ id }: { readonly id: string }) {
  return (
    <Text size="xs" c="dimmed" id={id}>
      <Code>{'{{name}}'}</Code> a value, <Code>{'{{#name}}…{{/name}}'}</Code> a section,{' '}
      <Code>{'{{^name}}…{{/name}}'}</Code> its opposite, <Code>{'{{> other@label}}'}</Code> another prompt,{' '}
      <Code>{'\\{{'}</Code> literal braces. All other braces are plain text. Press Tab to leave the editor, Ctrl+S or ⌘S
      to save, Ctrl+Enter or ⌘Enter to open an included prompt.
    </Text>
  );
}
