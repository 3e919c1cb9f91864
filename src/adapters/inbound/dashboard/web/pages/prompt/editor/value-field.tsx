import { Input, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { ValueProblem } from '../../../../../../../domain/templates/variable-values.ts';
import type { VariableDeclaration } from '../../../../../../../domain/templates/variables.ts';
import { printValue } from '../workspace/variable-drafts.ts';

interface ValueFieldProps {
  readonly variable: VariableDeclaration;
  /** Empty when no value is given. */
  readonly value: string;
  readonly problem: ValueProblem['problem'] | undefined;
  readonly onChange: (value: string) => void;
}

/** One value of the preview, with an input that suits its type. */
export function ValueField({ variable, value, problem, onChange }: ValueFieldProps) {
  const { name, type, default: fallback, enum: choices } = variable;
  const common = {
    label: name,
    description: problem === 'missing' ? `${describe(variable)} · missing` : describe(variable),
    // A missing value is no error: the preview works without it.
    error: problem && problem !== 'missing' && DESCRIPTIONS[problem](type),
    withAsterisk: variable.required && fallback === undefined,
  };
  if (choices) {
    const texts = choices.map((choice) => printValue(type, choice));
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: 'Not given' }, ...texts.filter((text) => text !== '')]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (type === 'boolean') {
    return (
      <Input.Wrapper {...common} labelElement="div">
        <SegmentedControl
          size="sm"
          aria-label={name}
          data={[
            { value: '', label: 'Not given' },
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
          value={value}
          onChange={onChange}
        />
      </Input.Wrapper>
    );
  }
  if (type === 'number') {
    return (
      <TextInput
        {...common}
        inputMode="decimal"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <Textarea
      {...common}
      autosize
      minRows={1}
      maxRows={10}
      {...(type === 'json' ? { classNames: { input: 'code-input' }, spellCheck: false } : {})}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const DESCRIPTIONS: Readonly<Record<Exclude<ValueProblem['problem'], 'missing'>, (type: string) => string>> = {
  unknown: () => 'Unknown',
  type: (type) => (type === 'json' ? 'This is not valid JSON' : `This is not a ${type}`),
  enum: () => 'Not one of the allowed values',
};

function describe({ type, description, default: fallback }: VariableDeclaration): string {
  const facts = [
    description,
    type === 'json' ? 'JSON' : type,
    fallback === undefined ? undefined : `default ${printValue(type, fallback)}`,
  ];
  return facts.filter((fact) => fact !== undefined && fact !== '').join(' · ');
}
