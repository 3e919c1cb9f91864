import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { placeholdersOf } from '../../../../../../../domain/templates/prompt-content.ts';
import type { ValueProblem } from '../../../../../../../domain/templates/variable-values.ts';
import { inferVariable } from '../../../../../../../domain/templates/variables.ts';
import { lazyDialog } from '../../../on-demand/lazy-dialog.tsx';
import { findProblem, inputOf } from '../workspace/preview-rendering.ts';
import { toVariableDraft } from '../workspace/variable-drafts.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { PlaceholderRow, UnusedVariableRow, VariableRow } from './variable-row.tsx';

const VariableDialog = lazyDialog(async () => (await import('./variable-dialog.tsx')).VariableDialog, 'detected');

interface VariablesPanelProps {
  /** Problems of the example values. */
  readonly problems: readonly ValueProblem[];
}

/** One row for each variable of the text: its type, an example value for the preview, and its settings. */
export function VariablesPanel({ problems }: VariablesPanelProps) {
  const { work, changeDraft, uses, variables, template } = useWorkspace();
  const { declared } = work.draft;
  const [editing, setEditing] = useState<string>();
  const use = uses.find(({ name }) => name === editing);
  const placeholders = template ? [...placeholdersOf(template)] : [];
  const withoutSettings = (name: string) => declared.filter((draft) => draft.name !== name);
  const reset = (name: string) => changeDraft({ declared: withoutSettings(name) });
  return (
    <section aria-labelledby="variables-heading" className="pane-section variables-section">
      <Title order={2} size="h5" id="variables-heading">
        Variables
      </Title>
      {variables.length + placeholders.length === 0 && (
        <Text size="sm" c="dimmed">
          No variables yet. Type {'{{name}}'} in the text to add one.
        </Text>
      )}
      <ul className="plain-list variable-rows">
        <VariableRows problems={problems} onCustomize={setEditing} onReset={reset} />
        <PlaceholderRows names={placeholders} problems={problems} />
      </ul>
      <VariableDialog
        detected={use && toVariableDraft(inferVariable(use))}
        declared={declared.find(({ name }) => name === editing)}
        onApply={(draft) => changeDraft({ declared: [...withoutSettings(draft.name), draft] })}
        onReset={reset}
        onClose={() => setEditing(undefined)}
      />
    </section>
  );
}

interface VariableRowsProps extends VariablesPanelProps {
  readonly onCustomize: (name: string) => void;
  readonly onReset: (name: string) => void;
}

function VariableRows({ problems, onCustomize, onReset }: VariableRowsProps) {
  const { work, uses, variables, inputs, updateInputs } = useWorkspace();
  const used = new Set<string>(uses.map(({ name }) => name));
  const customized = new Set(work.draft.declared.map(({ name }) => name));
  return variables.map((variable) => {
    const { name } = variable;
    if (!used.has(name)) return <UnusedVariableRow key={name} name={name} onRemove={() => onReset(name)} />;
    return (
      <VariableRow
        key={name}
        variable={variable}
        isCustomized={customized.has(name)}
        value={inputOf(inputs.variables, name)}
        problem={findProblem(problems, name)}
        onChange={(text) => updateInputs((now) => ({ ...now, variables: { ...now.variables, [name]: text } }))}
        onCustomize={() => onCustomize(name)}
      />
    );
  });
}

function PlaceholderRows({ names, problems }: VariablesPanelProps & { readonly names: readonly string[] }) {
  const { inputs, updateInputs } = useWorkspace();
  return names.map((name) => (
    <PlaceholderRow
      key={name}
      name={name}
      value={inputOf(inputs.placeholders, name)}
      problem={findProblem(problems, `placeholders.${name}`)}
      onChange={(text) => updateInputs((now) => ({ ...now, placeholders: { ...now.placeholders, [name]: text } }))}
    />
  ));
}
