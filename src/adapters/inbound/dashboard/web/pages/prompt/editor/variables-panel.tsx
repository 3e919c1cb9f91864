import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { placeholdersOf } from '../../../../../../../domain/templates/prompt-content.ts';
import type { ValueProblem } from '../../../../../../../domain/templates/variable-values.ts';
import { inferVariable } from '../../../../../../../domain/templates/variables.ts';
import { lazyDialog } from '../../../on-demand/lazy-dialog.tsx';
import { findProblem, inputOf } from '../workspace/preview-rendering.ts';
import { toVariableDraft, type VariableDraft } from '../workspace/variable-drafts.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { PlaceholderRow, UnusedVariableRow, VariableRow } from './variable-row.tsx';

const VariableDialog = lazyDialog(async () => (await import('./variable-dialog.tsx')).VariableDialog);

interface VariablesPanelProps {
  /** Of the example values. */
  readonly problems: readonly ValueProblem[];
}

/** One row for each variable of the text: its type, an example value for the preview, and its settings. */
export function VariablesPanel({ problems }: VariablesPanelProps) {
  const { work, changeDraft, uses, variables, template, inputs, updateInputs } = useWorkspace();
  const { declared } = work.draft;
  const [editing, setEditing] = useState<string>();
  const detected = new Map<string, VariableDraft>(uses.map((use) => [use.name, toVariableDraft(inferVariable(use))]));
  const placeholders = template ? [...placeholdersOf(template)] : [];
  const withoutDeclaration = (name: string) => declared.filter((draft) => draft.name !== name);
  const reset = (name: string) => changeDraft({ declared: withoutDeclaration(name) });
  return (
    <section aria-labelledby="variables-heading" className="pane-section variables-section">
      <Title order={2} size="h5" id="variables-heading">
        Variables
      </Title>
      {variables.length + placeholders.length === 0 && (
        <Text size="sm" c="dimmed">
          No variables yet. Type {'{{name}}'} in the template to add one.
        </Text>
      )}
      <ul className="plain-list variable-rows">
        {variables.map((variable) => {
          const { name } = variable;
          if (!detected.has(name)) return <UnusedVariableRow key={name} name={name} onRemove={() => reset(name)} />;
          return (
            <VariableRow
              key={name}
              variable={variable}
              isCustomized={declared.some((draft) => draft.name === name)}
              value={inputOf(inputs.variables, name)}
              problem={findProblem(problems, name)}
              onChange={(text) => updateInputs((now) => ({ ...now, variables: { ...now.variables, [name]: text } }))}
              onCustomize={() => setEditing(name)}
            />
          );
        })}
        {placeholders.map((name) => (
          <PlaceholderRow
            key={`placeholder ${name}`}
            name={name}
            value={inputOf(inputs.placeholders, name)}
            problem={findProblem(problems, `placeholders.${name}`)}
            onChange={(text) =>
              updateInputs((now) => ({ ...now, placeholders: { ...now.placeholders, [name]: text } }))
            }
          />
        ))}
      </ul>
      <VariableDialog
        opened={editing !== undefined}
        detected={editing === undefined ? undefined : detected.get(editing)}
        declared={declared.find(({ name }) => name === editing)}
        onApply={(draft) => changeDraft({ declared: [...withoutDeclaration(draft.name), draft] })}
        onReset={reset}
        onClose={() => setEditing(undefined)}
      />
    </section>
  );
}
