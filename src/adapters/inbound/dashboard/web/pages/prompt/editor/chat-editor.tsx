import { ActionIcon, Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { ROLES, type Role } from '../../../../../../../domain/templates/prompt-content.ts';
import { parseVariableName } from '../../../../../../../domain/templates/variable-name.ts';
import { LazyTemplateEditor } from '../../../editor/lazy-editor.tsx';
import type { MessageDraft } from '../workspace/draft.ts';

interface ChatEditorProps {
  readonly messages: readonly MessageDraft[];
  readonly change: (messages: readonly MessageDraft[]) => void;
}

/** The messages of a chat in their order. Everything is a button, so that the keyboard does all of it. */
export function ChatEditor({ messages, change }: ChatEditorProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (entry: { readonly role: Role; readonly content: string } | { readonly placeholder: string }) =>
    change([...messages, { ...entry, key: Math.max(-1, ...messages.map(({ key }) => key)) + 1 }]);
  return (
    <Stack gap="sm">
      <Stack component="ol" gap="sm" className="plain-list">
        {messages.map((message, index) => (
          <MessageEditor
            key={message.key}
            message={message}
            number={index + 1}
            isLast={index === messages.length - 1}
            change={(next) => change(messages.with(index, next))}
            move={(step) => change(moved(messages, index, index + step))}
            remove={() => {
              change(messages.toSpliced(index, 1));
              // The button that had the focus is gone with its message.
              addButton.current?.focus();
            }}
          />
        ))}
      </Stack>
      <Group gap="sm">
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add({ role: 'user', content: '' })}
        >
          Add message
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add({ placeholder: '' })}
        >
          Add placeholder
        </Button>
      </Group>
    </Stack>
  );
}

function moved(messages: readonly MessageDraft[], from: number, to: number): readonly MessageDraft[] {
  const message = messages[from];
  if (!message || to < 0 || to >= messages.length) return messages;
  return messages.toSpliced(from, 1).toSpliced(to, 0, message);
}

interface MessageEditorProps {
  readonly message: MessageDraft;
  readonly number: number;
  readonly isLast: boolean;
  readonly change: (message: MessageDraft) => void;
  readonly move: (step: -1 | 1) => void;
  readonly remove: () => void;
}

function MessageEditor({ message, number, isLast, change, move, remove }: MessageEditorProps) {
  const what = 'role' in message ? `message ${number}` : `placeholder ${number}`;
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" align="flex-end" mb="xs">
        {'role' in message ? (
          <NativeSelect
            label={`Role of message ${number}`}
            size="xs"
            data={ROLES}
            value={message.role}
            onChange={({ currentTarget }) => change({ ...message, role: roleFrom(currentTarget.value) })}
          />
        ) : (
          <TextInput
            label={`Name of placeholder ${number}`}
            size="xs"
            placeholder="history"
            spellCheck={false}
            value={message.placeholder}
            error={parseVariableName(message.placeholder) ? undefined : 'Letters, digits and “_”'}
            onChange={({ currentTarget }) => change({ ...message, placeholder: currentTarget.value })}
          />
        )}
        <Group gap={6}>
          {/* Never disabled, which would take the focus from who moves a message step by step. */}
          <ActionIcon
            variant="default"
            size="md"
            aria-label={`Move ${what} up`}
            aria-disabled={number === 1}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={`Move ${what} down`}
            aria-disabled={isLast}
            onClick={() => move(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size="md" aria-label={`Remove ${what}`} onClick={remove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {'role' in message ? (
        <LazyTemplateEditor
          label={`Content of message ${number}`}
          describedBy="tag-help"
          value={message.content}
          onChange={(content) => change({ ...message, content })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          A slot for a list of messages that the caller gives, such as the conversation so far.
        </Text>
      )}
    </Paper>
  );
}

const roleFrom = (text: string): Role => ROLES.find((role) => role === text) ?? 'user';
