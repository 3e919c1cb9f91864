import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentPropsWithRef, useRef } from 'react';
import { type MessageInput, ROLES, type Role } from '../../../../../../../domain/templates/prompt-content.ts';
import { parseVariableName } from '../../../../../../../domain/templates/variable-name.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { LazyTemplateEditor } from '../../../editor/lazy-editor.tsx';
import type { MessageDraft } from '../workspace/draft.ts';

interface ChatEditorProps {
  readonly messages: readonly MessageDraft[];
  readonly unknownIncludes: readonly string[];
  /** The message that was just added: it takes the focus, and is not checked before the user leaves it. */
  readonly freshKey: number | undefined;
  readonly onFreshKey: (key: number | undefined) => void;
  readonly onChange: (messages: readonly MessageDraft[]) => void;
}

/** The messages of a chat in order. They are moved by buttons, which also work with the keyboard. */
export function ChatEditor({ messages, unknownIncludes, freshKey, onFreshKey, onChange }: ChatEditorProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (entry: MessageInput) => {
    const key = Math.max(-1, ...messages.map((message) => message.key)) + 1;
    onFreshKey(key);
    onChange([...messages, { ...entry, key }]);
  };
  return (
    <Stack gap="sm">
      <Stack component="ol" gap="sm" className="plain-list">
        {messages.map((message, index) => (
          <MessageEditor
            key={message.key}
            message={message}
            number={index + 1}
            isLast={index === messages.length - 1}
            isFresh={message.key === freshKey}
            unknownIncludes={unknownIncludes}
            onLeave={() => onFreshKey(undefined)}
            onChange={(next) => onChange(messages.with(index, next))}
            onMove={(step) => onChange(moveMessage(messages, index, index + step))}
            onRemove={() => {
              onChange(messages.toSpliced(index, 1));
              // The button that had the focus is removed with its message.
              addButton.current?.focus();
            }}
          />
        ))}
      </Stack>
      <Group gap="sm">
        <AddButton ref={addButton} onClick={() => add({ role: 'user', content: '' })}>
          Add message
        </AddButton>
        <AddButton onClick={() => add({ placeholder: '' })}>Add placeholder</AddButton>
      </Group>
    </Stack>
  );
}

const AddButton = (props: Pick<ComponentPropsWithRef<'button'>, 'ref' | 'onClick' | 'children'>) => (
  <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />} {...props} />
);

function moveMessage(messages: readonly MessageDraft[], from: number, to: number): readonly MessageDraft[] {
  const message = messages[from];
  if (!message || to < 0 || to >= messages.length) return messages;
  return messages.toSpliced(from, 1).toSpliced(to, 0, message);
}

interface MessageEditorProps {
  readonly message: MessageDraft;
  readonly number: number;
  readonly isLast: boolean;
  readonly isFresh: boolean;
  readonly unknownIncludes: readonly string[];
  readonly onLeave: () => void;
  readonly onChange: (message: MessageDraft) => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
}

function MessageEditor(props: MessageEditorProps) {
  const { message, number, isLast, isFresh, unknownIncludes, onLeave, onChange, onMove, onRemove } = props;
  const subject = 'role' in message ? `message ${number}` : `placeholder ${number}`;
  return (
    <Paper component="li" withBorder p="sm" {...(isFresh && { onBlur: onLeave })}>
      <div className="message-head">
        {'role' in message ? (
          <NativeSelect
            aria-label={`Role of message ${number}`}
            size="xs"
            data={ROLES}
            value={message.role}
            onChange={({ currentTarget }) => onChange({ ...message, role: parseRole(currentTarget.value) })}
          />
        ) : (
          <TextInput
            aria-label={`Name of placeholder ${number}`}
            size="xs"
            placeholder="Placeholder name, such as history"
            className="placeholder-name"
            spellCheck={false}
            autoFocus={isFresh}
            value={message.placeholder}
            error={findPlaceholderProblem(message.placeholder, isFresh)}
            onChange={({ currentTarget }) => onChange({ ...message, placeholder: currentTarget.value })}
          />
        )}
        <Group gap={2} wrap="nowrap">
          {/* Never disabled: a disabled button would lose the focus while a message is moved step by step. */}
          <IconButton
            variant="subtle"
            color="gray"
            icon={IconArrowUp}
            label={`Move ${subject} up`}
            aria-disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            variant="subtle"
            color="gray"
            icon={IconArrowDown}
            label={`Move ${subject} down`}
            aria-disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton variant="subtle" color="gray" icon={IconTrash} label={`Remove ${subject}`} onClick={onRemove} />
        </Group>
      </div>
      {'role' in message ? (
        <LazyTemplateEditor
          label={`Content of message ${number}`}
          describedBy="tag-help"
          unknownIncludes={unknownIncludes}
          hasFocus={isFresh}
          value={message.content}
          onChange={(content) => onChange({ ...message, content })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          The caller’s list of messages goes here, such as the conversation so far.
        </Text>
      )}
    </Paper>
  );
}

const parseRole = (text: string): Role => ROLES.find((role) => role === text) ?? 'user';

function findPlaceholderProblem(name: string, isFresh: boolean): string | undefined {
  if (parseVariableName(name) || (isFresh && name === '')) return undefined;
  return name === '' ? 'Enter a name' : 'Use letters, digits and “_”';
}
