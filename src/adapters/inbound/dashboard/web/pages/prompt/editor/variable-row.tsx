import { Badge, type BadgeProps, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { IconSettings, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isMandatory } from '../../../../../../../domain/templates/variable-changes.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { ValueField, type ValueFieldProps } from './value-field.tsx';

interface VariableRowProps extends ValueFieldProps {
  /** Whether the settings differ from what the text implies. */
  readonly isCustomized: boolean;
  readonly onCustomize: () => void;
}

export function VariableRow({ isCustomized, onCustomize, ...field }: VariableRowProps) {
  const { name, type } = field.variable;
  return (
    <Row
      name={name}
      isRequired={isMandatory(field.variable)}
      chip={
        <TypeChip variant={isCustomized ? 'light' : 'default'}>
          {type === 'json' ? 'JSON' : type}
          {isCustomized && <VisuallyHidden>, customized</VisuallyHidden>}
        </TypeChip>
      }
      action={
        <IconButton
          variant="subtle"
          color="gray"
          icon={IconSettings}
          label={`Customize ${name}`}
          onClick={onCustomize}
        />
      }
    >
      <ValueField {...field} />
    </Row>
  );
}

interface PlaceholderRowProps extends Omit<ValueFieldProps, 'variable'> {
  readonly name: string;
}

/** A placeholder takes a list of messages. */
export function PlaceholderRow({ name, value, problem, onChange }: PlaceholderRowProps) {
  return (
    <Row name={name} isRequired chip={<TypeChip>messages</TypeChip>}>
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
        <TypeChip color="red" variant="outline">
          not used
        </TypeChip>
      }
      action={<IconButton variant="subtle" color="red" icon={IconTrash} label={`Remove ${name}`} onClick={onRemove} />}
    >
      <Text size="xs" c="dimmed" className="row-note">
        Customized, but not in the text.
      </Text>
    </Row>
  );
}

const TypeChip = (props: BadgeProps) => (
  <Badge variant="default" size="sm" tt="none" className="type-chip" {...props} />
);

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
