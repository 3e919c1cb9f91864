import type { ValueProblem } from '../../../../domain/templates/variable-values.ts';
import type { VariableDeclaration, VariableType } from '../../../../domain/templates/variables.ts';
import { limitList, printList, printText } from '../../http/errors/printed-text.ts';

const PLACEHOLDERS = 'placeholders.';
/** Begins the path of `{{.}}` or one of its members where there is no list. */
const ITEM = '.';

/** `Variables a and b are missing; c must be a number; d is unknown; placeholder history is missing.` */
export function describeValues(problems: readonly ValueProblem[], declared: readonly VariableDeclaration[]): string {
  const isPlaceholder = ({ path }: ValueProblem): boolean => path.startsWith(PLACEHOLDERS);
  const isItem = ({ path, problem }: ValueProblem): boolean => problem === 'missing' && path.startsWith(ITEM);
  const placeholders = problems.filter(isPlaceholder);
  const clauses = [
    ...describeGroup(
      'variable',
      problems.filter((problem) => !isPlaceholder(problem) && !isItem(problem)),
      (path, problem) => describeExpected(path, problem, declared),
    ),
    ...describeGroup(
      'placeholder',
      placeholders.map(({ path, ...problem }) => ({ ...problem, path: path.slice(PLACEHOLDERS.length) })),
      describeMessages,
    ),
    ...problems
      .filter(isItem)
      .map(({ path }) => `{{${printText(path.replace('..', ITEM))}}} stands outside a list section`),
  ];
  const text = limitList(clauses).join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** The clauses of one kind. Only the first has the noun. */
function describeGroup(
  noun: string,
  problems: readonly ValueProblem[],
  expected: (path: string, problem: 'type' | 'enum') => string,
): readonly string[] {
  const paths = (wanted: ValueProblem['problem']) =>
    problems.filter(({ problem }) => problem === wanted).map(({ path }) => path);
  const wrong = (problem: 'type' | 'enum') =>
    problems
      .filter((each) => each.problem === problem)
      .map(({ path, text }) => ({
        names: [path],
        predicate: text ?? `must be ${expected(path, problem)}`,
      }));
  const all = (problem: 'missing' | 'unknown') => {
    const names = paths(problem);
    return names.length === 0 ? [] : [{ names, predicate: `${names.length > 1 ? 'are' : 'is'} ${problem}` }];
  };
  return [...all('missing'), ...wrong('type'), ...wrong('enum'), ...all('unknown')].map(
    ({ names, predicate }, index) => {
      const text = `${printList(names.map(printText))} ${predicate}`;
      return index > 0 ? text : `${noun}${names.length > 1 ? 's' : ''} ${text}`;
    },
  );
}

/** The path begins with the name of the placeholder: `history.2.role`. */
function describeMessages(path: string): string {
  const [, index, field] = path.split('.');
  if (field !== undefined) return 'a string';
  return index === undefined ? 'a list of messages' : 'an object with a role';
}

const TYPES: Readonly<Record<VariableType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  json: 'JSON of at most 32 levels',
};

function describeExpected(path: string, problem: 'type' | 'enum', declared: readonly VariableDeclaration[]): string {
  const variable = declared.find(({ name }) => name === path);
  if (problem === 'type') return variable ? TYPES[variable.type] : 'of another type';
  const values = (variable?.enum ?? []).map((value) =>
    printText(typeof value === 'string' ? value : JSON.stringify(value)),
  );
  return values.length === 1 ? printList(values) : `one of ${printList(values, 'or')}`;
}
