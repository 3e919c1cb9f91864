import { Input, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { ValueProblem } from '../../../../../../../domain/templates/variable-values.ts';
import type { VariableDeclaration } from '../../../../../../../domain/templates/variables.ts';
import { writeValue } from '../workspace/variable-drafts.ts';

interface ValueFieldProps {
  readonly variable: VariableDeclaration;
  /** Empty when it is left out. */
  readonly value: string;
  readonly problem: ValueProblem['problem'] | undefined;
  readonly change: (value: string) => void;
}

/** One value of the preview, entered as its type asks for. */
export function ValueField({ variable, value, problem, change }: ValueFieldProps) {
  const { name, type, default: fallback, enum: choices } = variable;
  const common = {
    label: name,
    description: problem === 'missing' ? `${describe(variable)} · missing` : describe(variable),
    // Nobody has to fill in everything before looking at the preview.
    error: problem && problem !== 'missing' && MISTAKES[problem](type),
    withAsterisk: variable.required && fallback === undefined,
  };
  if (choices) {
    const texts = choices.map((choice) => writeValue(type, choice));
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: 'Not given' }, ...texts.filter((text) => text !== '')]}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
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
          onChange={change}
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
        onChange={({ currentTarget }) => change(currentTarget.value)}
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
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

const MISTAKES: Readonly<Record<Exclude<ValueProblem['problem'], 'missing'>, (type: string) => string>> = {
  unknown: () => 'Unknown',
  type: (type) => (type === 'json' ? 'This is no JSON' : `This is no ${type}`),
  enum: () => 'Not one of the allowed values',
};

function describe({ type, description, default: fallback }: VariableDeclaration): string {
  const facts = [
    description,
    type === 'json' ? 'JSON' : type,
    fallback === undefined ? undefined : `default ${writeValue(type, fallback)}`,
  ];
  return facts.filter((fact) => fact !== undefined && fact !== '').join(' · ');
}
