import { Alert, Code, List, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { VariableInput } from '../../../../../../../domain/templates/variables.ts';
import { type Difference, useDifference } from '../../../api/prompts/prompts.ts';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import type { Comparison } from './comparison.ts';

/** Shows whether calls of the older version fail on the newer one, and every change of variables and config. */
export function DifferenceSummary({ comparison: { from, to } }: { readonly comparison: Comparison }) {
  const { prompt } = useWorkspace();
  const { data, error, refetch } = useDifference(prompt.id, from, to);
  if (error) return <LoadProblem title="Could not compare the versions" problem={error} onRetry={refetch} />;
  if (!data) return null;
  return (
    <>
      {data.breaking ? (
        <Alert
          className="notice"
          color="yellow"
          py="xs"
          title={`Breaking change: calls written for version ${from} will fail on version ${to}`}
        >
          <BreakingChanges changes={data.breakingChanges} />
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          No breaking changes in variables
        </Text>
      )}
      <div className="change-lists">
        <ChangeList title="Variable changes" lines={variableLines(data.variables)} />
        <ChangeList title="Config changes" lines={configLines(data.config)} />
      </div>
    </>
  );
}

export function ChangeList({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  const heading = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <Title order={3} size="h6" id={heading}>
        {title}
      </Title>
      <List size="sm">
        {lines.map(({ name, change }) => (
          <List.Item key={name} className="broken-words">
            <Code>{name}</Code> {change}
          </List.Item>
        ))}
      </List>
    </section>
  );
}

interface Line {
  readonly name: string;
  readonly change: string;
}

interface VariableDifference {
  readonly added: readonly VariableInput[];
  readonly removed: readonly VariableInput[];
  readonly changed: readonly { readonly from: VariableInput; readonly to: VariableInput }[];
}

function describe({ type, required, default: fallback, enum: choices, description }: VariableInput): string {
  const facts = [
    type,
    required ? 'required' : 'optional',
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
    ...(choices === undefined ? [] : [`one of ${JSON.stringify(choices)}`]),
    ...(description === undefined ? [] : [`“${description}”`]),
  ];
  return `(${facts.join(', ')})`;
}

export function variableLines({ added, removed, changed }: VariableDifference): readonly Line[] {
  return [
    ...added.map((variable) => ({ name: variable.name, change: `added ${describe(variable)}` })),
    ...removed.map(({ name }) => ({ name, change: 'removed' })),
    ...changed.map(({ from, to }) => ({
      name: to.name,
      change: `changed from ${describe(from)} to ${describe(to)}`,
    })),
  ];
}

function configLines({ added, removed, changed }: Difference['config']): readonly Line[] {
  return [
    ...Object.entries(added).map(([name, value]) => ({ name, change: `added: ${JSON.stringify(value)}` })),
    ...Object.keys(removed).map((name) => ({ name, change: 'removed' })),
    ...Object.entries(changed).map(([name, { from, to }]) => ({
      name,
      change: `changed from ${JSON.stringify(from)} to ${JSON.stringify(to)}`,
    })),
  ];
}
