import { ActionIcon, Badge, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { IconSettings, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isMandatory } from '../../../../../../../domain/templates/variable-changes.ts';
import type { ValueProblem } from '../../../../../../../domain/templates/variable-values.ts';
import type { VariableDeclaration } from '../../../../../../../domain/templates/variables.ts';
import { ValueField } from './value-field.tsx';

interface VariableRowProps {
  readonly variable: VariableDeclaration;
  /** Whether the settings differ from what the text implies. */
  readonly isCustomized: boolean;
  readonly value: string;
  readonly problem: ValueProblem['problem'] | undefined;
  readonly onChange: (value: string) => void;
  readonly onCustomize: () => void;
}

export function VariableRow({ variable, isCustomized, value, problem, onChange, onCustomize }: VariableRowProps) {
  const { name, type } = variable;
  return (
    <Row
      name={name}
      isRequired={isMandatory(variable)}
      chip={
        <Badge variant={isCustomized ? 'light' : 'default'} size="sm" tt="none" className="type-chip">
          {type === 'json' ? 'JSON' : type}
          {isCustomized && <VisuallyHidden>, customized</VisuallyHidden>}
        </Badge>
      }
      action={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="input-xs"
          aria-label={`Customize ${name}`}
          onClick={onCustomize}
        >
          <IconSettings size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <ValueField variable={variable} value={value} problem={problem} onChange={onChange} />
    </Row>
  );
}

interface PlaceholderRowProps {
  readonly name: string;
  readonly value: string;
  readonly problem: ValueProblem['problem'] | undefined;
  readonly onChange: (value: string) => void;
}

/** A placeholder takes a list of messages. */
export function PlaceholderRow({ name, value, problem, onChange }: PlaceholderRowProps) {
  return (
    <Row
      name={name}
      isRequired
      chip={
        <Badge variant="default" size="sm" tt="none" className="type-chip">
          messages
        </Badge>
      }
    >
      <Textarea
        size="xs"
        aria-label={name}
        aria-required
        placeholder='[{"role": "user", "content": "Hello"}]'
        autosize
        minRows={1}
        maxRows={10}
        classNames={{ input: 'code-input' }}
        spellCheck={false}
        value={value}
        error={describePlaceholderProblem(problem)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Row>
  );
}

/** A missing value is no error: the preview works without it. */
const describePlaceholderProblem = (problem: string | undefined): string | undefined =>
  problem && problem !== 'missing' ? 'Enter a list of {"role", "content"}, or [] for no messages' : undefined;

interface UnusedVariableRowProps {
  readonly name: string;
  readonly onRemove: () => void;
}

/** Settings of a variable that the text no longer uses, which cannot be published. */
export function UnusedVariableRow({ name, onRemove }: UnusedVariableRowProps) {
  return (
    <Row
      name={name}
      chip={
        <Badge color="red" variant="outline" size="sm" tt="none" className="type-chip">
          not used
        </Badge>
      }
      action={
        <ActionIcon variant="subtle" color="red" size="input-xs" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <Text size="xs" c="dimmed" className="row-note">
        Customized, but not in the text.
      </Text>
    </Row>
  );
}

interface RowProps {
  readonly name: string;
  readonly isRequired?: boolean;
  readonly chip: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Row({ name, isRequired = false, chip, action, children }: RowProps) {
  return (
    <li className="variable-row">
      <span className="variable-name code-text" title={name}>
        {name}
        {isRequired && (
          <span className="required-mark" aria-hidden>
            *
          </span>
        )}
      </span>
      {chip}
      <div className="variable-value">{children}</div>
      <div className="variable-action">{action}</div>
    </li>
  );
}
