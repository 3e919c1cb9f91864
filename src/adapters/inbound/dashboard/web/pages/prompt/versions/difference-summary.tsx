import { Alert, Code, List, Text } from '@mantine/core';
import { type Difference, useDifference, type Variable } from '../../../api/prompts.ts';
import { ProblemNotice } from '../../../components/problem-notice.tsx';

interface DifferenceSummaryProps {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** What changed besides the words, and whether callers would notice. */
export function DifferenceSummary({ id, from, to }: DifferenceSummaryProps) {
  const { data, error, refetch } = useDifference(id, from, to);
  if (error) return <ProblemNotice problem={error} retry={refetch} />;
  if (!data) return null;
  const lines = [...variableLines(data.variables), ...configLines(data.config)];
  return (
    <Alert
      className="notice"
      color={data.breaking ? 'yellow' : 'gray'}
      title={data.breaking ? 'Breaking: callers of the one cannot call the other' : 'Callers notice no difference'}
    >
      {lines.length === 0 ? (
        <Text size="sm">Variables and config are the same.</Text>
      ) : (
        <List size="sm">
          {lines.map(({ what, name, how }) => (
            <List.Item key={`${what} ${name}`}>
              {what} <Code>{name}</Code> {how}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

interface Line {
  readonly what: string;
  readonly name: string;
  readonly how: string;
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
  const what = 'Variable';
  return [
    ...added.map((variable) => ({ what, name: variable.name, how: `added ${describe(variable)}` })),
    ...removed.map(({ name }) => ({ what, name, how: 'removed' })),
    ...changed.map(({ name, from, to }) => ({ what, name, how: `changed from ${describe(from)} to ${describe(to)}` })),
  ];
}

function configLines({ added, removed, changed }: Difference['config']): readonly Line[] {
  const what = 'Config';
  return [
    ...Object.entries(added).map(([name, value]) => ({ what, name, how: `added: ${JSON.stringify(value)}` })),
    ...Object.keys(removed).map((name) => ({ what, name, how: 'removed' })),
    ...Object.entries(changed).map(([name, { from, to }]) => ({
      what,
      name,
      how: `changed from ${JSON.stringify(from)} to ${JSON.stringify(to)}`,
    })),
  ];
}
