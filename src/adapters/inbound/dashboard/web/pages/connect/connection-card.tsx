import { Code, Paper, Stack, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Snippet } from '../../snippets/snippet.tsx';

interface ConnectionCardProps {
  readonly id: string;
  readonly title: string;
  /** The file that a snippet belongs into, or what to do with it. */
  readonly where?: string | undefined;
  readonly snippets: readonly { readonly name: string; readonly code: string }[];
  /** Parts between backticks are code. */
  readonly notes: readonly string[];
  readonly children?: ReactNode;
}

/** How to connect one client. */
export function ConnectionCard({ id, title, where, snippets, notes, children }: ConnectionCardProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={3} size="h5" id={id} tabIndex={-1}>
          {title}
        </Title>
        {where !== undefined && (
          <Text size="sm">
            <WithCode text={where} />
          </Text>
        )}
        {snippets.map(({ name, code }) => (
          <Snippet key={name} code={code} subject={`${title}, ${name}`} />
        ))}
        <ul className="connect-notes">
          {notes.map((note) => (
            <li key={note}>
              <WithCode text={note} />
            </li>
          ))}
        </ul>
        {children}
      </Stack>
    </Paper>
  );
}

/** Sets the parts between backticks as code. */
export function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => {
    // The position identifies a part: the text never changes.
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <Code key={key}>{part}</Code> : <Fragment key={key}>{part}</Fragment>;
  });
}
