import { invariant } from '../../../src/domain/invariant.ts';
import { type FieldText, fieldsOf, type JsonSchema, meaningOf, nameIn, typeText } from './schema-text.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface DescribedAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

interface DescribedOperation {
  readonly summary: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** In the order of reading. Every path belongs to exactly one. */
const AREAS: readonly { readonly title: string; readonly takes: RegExp }[] = [
  { title: 'Keys and accounts', takes: /^\/api\/(auth|accounts)\b/ },
  { title: 'Prompts', takes: /^\/api\/(prompts(\/\{ref\}(\/render)?)?|tags|folders)$/ },
  { title: 'Versions', takes: /\{ref\}\/(versions|diff)\b/ },
  { title: 'Labels', takes: /\{ref\}\/labels\b/ },
  { title: 'Export and import', takes: /^\/api\/(export|import)$/ },
  { title: 'Statistics', takes: /^\/api\/stats$/ },
  { title: 'Health', takes: /^\/(livez|readyz)$/ },
];

/** All endpoints by area, then the shapes that they speak of. */
export function apiText({ paths, components: { schemas } }: ApiDocument): string {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      area: areaOf(path),
      text: endpointText(`${method.toUpperCase()} ${path}`, operation, schemas),
    })),
  );
  const areas = AREAS.map(({ title }) => {
    const texts = endpoints.filter(({ area }) => area === title).map(({ text }) => text);
    return `## ${title}\n\n${texts.join('\n\n')}`;
  });
  return [...areas, shapesText(schemas, Object.values(paths).flatMap(Object.values))].join('\n\n');
}

function areaOf(path: string): string {
  const [area, ...others] = AREAS.filter(({ takes }) => takes.test(path));
  invariant(area !== undefined && others.length === 0, `${path} belongs to one area`);
  return area.title;
}

type Shapes = ApiDocument['components']['schemas'];

function endpointText(title: string, operation: DescribedOperation, schemas: Shapes): string {
  const { summary, security, parameters, requestBody, responses } = operation;
  const named = parameters.filter((parameter) => parameter.in !== 'path');
  const body = requestBody?.content['application/json']?.schema;
  return [
    `### \`${title}\``,
    `${summary}.${security ? ' Needs no key.' : ''}`,
    ...(named.length > 0 ? [parameterTable(named)] : []),
    ...(body ? [fieldTable('Body field', bodyFields(body, schemas))] : []),
    [...answerLines(responses), refusalLine(responses)].join('\n'),
  ].join('\n\n');
}

/** A body has a name of its own, and is shown where it is used. */
const bodyFields = ({ $ref, ...schema }: JsonSchema, schemas: Shapes): FieldText[] =>
  fieldsOf($ref === undefined ? schema : (schemas[nameIn($ref)] ?? {}), true);

const parameterTable = (parameters: readonly Parameter[]): string =>
  table(
    ['Parameter', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\`${place === 'header' ? ' (header)' : ''}${required ? ', required' : ''}`,
      typeText(schema),
      meaningOf(description === undefined ? schema : { ...schema, description }),
    ]),
  );

const fieldTable = (title: string, fields: readonly FieldText[]): string =>
  table(
    [title, 'Type', 'Meaning'],
    fields.map(({ name, type, required, meaning }) => [`\`${name}\`${required ? ', required' : ''}`, type, meaning]),
  );

const answerLines = (responses: DescribedOperation['responses']): string[] =>
  Object.entries(responses)
    .filter(([status]) => !isRefusal(status))
    .map(([status, { description, headers = {}, content = {} }]) => {
      const bodies = Object.entries(content).map(([type, { schema }]) =>
        type === 'application/json' ? envelopeText(schema) : `\`${type}\` if asked for`,
      );
      const names = Object.keys(headers).map((name) => `\`${name}\``);
      const carried = names.length > 0 ? `; with ${names.join(', ')}` : '';
      return `- **${status}** ${description}${bodies.length > 0 ? `: ${bodies.join(', or ')}` : ''}${carried}`;
    });

/** `{data: Prompt}` rather than a table for a wrapping that is always the same. */
function envelopeText(schema: JsonSchema): string {
  if (!schema.properties) return typeText(schema);
  const fields = Object.entries(schema.properties).map(([name, inner]) => `${name}: ${typeText(inner)}`);
  return `{${fields.join(', ')}}`;
}

const isRefusal = (status: string): boolean => Number(status) >= 400;

const refusalLine = (responses: DescribedOperation['responses']): string =>
  `- Refusals: ${Object.keys(responses).filter(isRefusal).join(', ')}`;

/** Bodies of requests stand at their endpoints; all else that has a name is here. */
function shapesText(schemas: Shapes, operations: readonly DescribedOperation[]): string {
  const answered = JSON.stringify(operations.map(({ responses }) => responses));
  const shapes = Object.entries(schemas).filter(([name]) => isReached(name, answered, schemas));
  const texts = shapes.map(([name, schema]) => `### ${name}\n\n${shapeText(schema)}`);
  return `## Shapes\n\n${texts.join('\n\n')}`;
}

function isReached(name: string, answered: string, schemas: Shapes): boolean {
  const reference = `"#/components/schemas/${name}"`;
  const others = Object.entries(schemas).filter(([other]) => other !== name);
  return answered.includes(reference) || others.some(([, schema]) => JSON.stringify(schema).includes(reference));
}

function shapeText(schema: JsonSchema): string {
  if (schema.properties) return fieldTable('Field', fieldsOf(schema, false).map(withMark));
  return `${typeText(schema)}. ${schema.description ?? ''}`.trim();
}

/** In answers nearly every field is always there: the others are marked instead. */
const withMark = (field: FieldText): FieldText => ({
  ...field,
  required: false,
  type: field.required ? field.type : `${field.type}, or left out`,
});

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const row = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell.replaceAll('|', '\\|')} |`)).join('')}`;
