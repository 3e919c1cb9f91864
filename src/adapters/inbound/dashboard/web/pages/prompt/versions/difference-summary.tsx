import { Alert, Code, List, Text } from '@mantine/core';
import { type Difference, useDifference, type Variable } from '../../../api/prompts.ts';
import { ProblemNotice } from '../../../components/problem-notice.tsx';

interface DifferenceSummaryProps {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Changes of variables and config, and whether they break callers. */
export function DifferenceSummary({ id, from, to }: DifferenceSummaryProps) {
  const { data, error, refetch } = useDifference(id, from, to);
  if (error) return <ProblemNotice problem={error} onRetry={refetch} />;
  if (!data) return null;
  const lines = [...variableLines(data.variables), ...configLines(data.config)];
  return (
    <Alert
      className="notice"
      color={data.breaking ? 'yellow' : 'gray'}
      title={data.breaking ? 'Breaking: callers of one version cannot call the other' : 'Not breaking for callers'}
    >
      {lines.length === 0 ? (
        <Text size="sm">Variables and config are the same.</Text>
      ) : (
        <List size="sm">
          {lines.map(({ subject, name, change }) => (
            <List.Item key={`${subject} ${name}`}>
              {subject} <Code>{name}</Code> {change}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

interface Line {
  readonly subject: string;
  readonly name: string;
  readonly change: string;
}

function describe({ type, required, default: fallback, enum: choices, description }: Variable): string {
  const facts = [
    type,
    required ? 'required' : 'optional',
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
    ...(choices === undefined ? [] : [`one of ${JSON.stringify(choices)}`]),
    ...(description === undefined ? [] : [`“${description}”`]),
  ];
  return `(${facts.join(', ')})`;
}

function variableLines({ added, removed, changed }: Difference['variables']): readonly Line[] {
  const subject = 'Variable';
  return [
    ...added.map((variable) => ({ subject, name: variable.name, change: `added ${describe(variable)}` })),
    ...removed.map(({ name }) => ({ subject, name, change: 'removed' })),
    ...changed.map(({ name, from, to }) => ({
      subject,
      name,
      change: `changed from ${describe(from)} to ${describe(to)}`,
    })),
  ];
}

function configLines({ added, removed, changed }: Difference['config']): readonly Line[] {
  const subject = 'Config';
  return [
    ...Object.entries(added).map(([name, value]) => ({ subject, name, change: `added: ${JSON.stringify(value)}` })),
    ...Object.keys(removed).map((name) => ({ subject, name, change: 'removed' })),
    ...Object.entries(changed).map(([name, { from, to }]) => ({
      subject,
      name,
      change: `changed from ${JSON.stringify(from)} to ${JSON.stringify(to)}`,
    })),
  ];
}
