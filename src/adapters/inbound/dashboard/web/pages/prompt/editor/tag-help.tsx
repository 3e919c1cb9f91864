import { Code, Text } from '@mantine/core';

export function TagHelp({ id }: { readonly id: string }) {
  return (
    <Text size="sm" c="dimmed" id={id}>
      <Code>{'{{name}}'}</Code> a value, <Code>{'{{#name}}…{{/name}}'}</Code> a section,{' '}
      <Code>{'{{^name}}…{{/name}}'}</Code> its opposite, <Code>{'{{> other@label}}'}</Code> another prompt,{' '}
      <Code>{'\\{{'}</Code> two plain braces. Every other brace is plain text. Tab leaves the field; Ctrl+S or ⌘S saves.
    </Text>
  );
}
