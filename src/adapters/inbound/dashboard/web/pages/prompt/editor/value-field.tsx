import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { isMandatory } from '../../../../../../../domain/templates/variable-changes.ts';
import type { ValueProblem } from '../../../../../../../domain/templates/variable-values.ts';
import type { VariableDeclaration } from '../../../../../../../domain/templates/variables.ts';
import { printValue } from '../workspace/variable-drafts.ts';

export interface ValueFieldProps {
  readonly variable: VariableDeclaration;
  /** Empty when no value is given. */
  readonly value: string;
  readonly problem: ValueProblem['problem'] | undefined;
  readonly onChange: (value: string) => void;
}

/** An example value for the preview, in an input that suits its type. */
export function ValueField({ variable, value, problem, onChange }: ValueFieldProps) {
  const { name, type, description } = variable;
  const hint = describeOmission(variable);
  const common = {
    size: 'xs',
    'aria-label': name,
    'aria-required': isMandatory(variable),
    description,
    inputWrapperOrder: ['input' as const, 'description' as const, 'error' as const],
    // A missing value is no error: the preview works without it.
    error: problem && problem !== 'missing' && DESCRIPTIONS[problem](type),
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  };
  const choices = variable.enum ?? (type === 'boolean' ? [true, false] : undefined);
  if (choices) {
    const texts = choices.map((choice) => printValue(type, choice)).filter((text) => text !== '');
    return <NativeSelect {...common} data={[{ value: '', label: hint }, ...texts]} />;
  }
  if (type === 'number') return <TextInput {...common} placeholder={hint} inputMode="decimal" />;
  return (
    <Textarea
      {...common}
      placeholder={hint}
      autosize
      minRows={1}
      maxRows={10}
      {...(type === 'json' ? { classNames: { input: 'code-input' }, spellCheck: false } : {})}
    />
  );
}

const DESCRIPTIONS: Readonly<Record<Exclude<ValueProblem['problem'], 'missing'>, (type: string) => string>> = {
  unknown: () => 'Unknown variable',
  type: (type) => (type === 'json' ? 'Not valid JSON' : `Not a ${type}`),
  enum: () => 'Not one of the allowed values',
};

/** Describes what a call without a value gets. */
function describeOmission(variable: VariableDeclaration): string {
  const { type, default: fallback } = variable;
  if (fallback !== undefined) return `Default: ${printValue(type, fallback) || 'empty'}`;
  return variable.required ? 'Required' : 'Optional';
}
