import { invariant } from '../../../src/domain/invariant.ts';
import { describeSchema, type FieldText, type JsonSchema, listFields, nameIn, typeText } from './schema-text.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface DescribedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

interface DescribedOperation {
  readonly summary: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** In reading order. Every path belongs to exactly one area. */
const AREAS: readonly { readonly title: string; readonly matches: RegExp }[] = [
  { title: 'Keys and accounts', matches: /^\/api\/(auth|accounts)\b/ },
  { title: 'Prompts', matches: /^\/api\/(prompts(\/\{ref\}(\/render)?)?|tags|folders)$/ },
  { title: 'Versions', matches: /\{ref\}\/(versions|diff)\b/ },
  { title: 'Labels', matches: /\{ref\}\/labels\b/ },
  { title: 'Export and import', matches: /^\/api\/(export|import)$/ },
  { title: 'Statistics', matches: /^\/api\/stats$/ },
  { title: 'Limits', matches: /^\/api\/limits$/ },
  { title: 'Health', matches: /^\/(livez|readyz)$/ },
];

/** All endpoints by area, followed by the named shapes that they use. */
export function apiText({ paths, components: { schemas } }: ApiDocument): string {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      area: findArea(path),
      text: endpointText(`${method.toUpperCase()} ${path}`, operation, schemas),
    })),
  );
  const areas = AREAS.map(({ title }) => {
    const texts = endpoints.filter(({ area }) => area === title).map(({ text }) => text);
    return `## ${title}\n\n${texts.join('\n\n')}`;
  });
  return [...areas, shapesText(schemas, Object.values(paths).flatMap(Object.values))].join('\n\n');
}

function findArea(path: string): string {
  const [area, ...others] = AREAS.filter(({ matches }) => matches.test(path));
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
    [...responseLines(responses), errorLine(responses)].join('\n'),
  ].join('\n\n');
}

/** Bodies are named schemas, but they are documented where they are used. */
const bodyFields = ({ $ref, ...schema }: JsonSchema, schemas: Shapes): FieldText[] =>
  listFields($ref === undefined ? schema : (schemas[nameIn($ref)] ?? {}), true);

const parameterTable = (parameters: readonly Parameter[]): string =>
  table(
    ['Parameter', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\`${place === 'header' ? ' (header)' : ''}${required ? ', required' : ''}`,
      typeText(schema),
      describeSchema(description === undefined ? schema : { ...schema, description }),
    ]),
  );

const fieldTable = (title: string, fields: readonly FieldText[]): string =>
  table(
    [title, 'Type', 'Meaning'],
    fields.map(({ name, type, required, meaning }) => [`\`${name}\`${required ? ', required' : ''}`, type, meaning]),
  );

const responseLines = (responses: DescribedOperation['responses']): string[] =>
  Object.entries(responses)
    .filter(([status]) => !isError(status))
    .map(([status, { description, headers = {}, content = {} }]) => {
      const bodies = Object.entries(content).map(([type, { schema }]) =>
        type === 'application/json' ? envelopeText(schema) : `\`${type}\` if requested`,
      );
      const names = Object.keys(headers).map((name) => `\`${name}\``);
      const carried = names.length > 0 ? `; with ${names.join(', ')}` : '';
      return `- **${status}** ${description}${bodies.length > 0 ? `: ${bodies.join(', or ')}` : ''}${carried}`;
    });

/** `{data: Prompt}` instead of a table, because every envelope looks the same. */
function envelopeText(schema: JsonSchema): string {
  if (!schema.properties) return typeText(schema);
  const fields = Object.entries(schema.properties).map(([name, inner]) => `${name}: ${typeText(inner)}`);
  return `{${fields.join(', ')}}`;
}

const isError = (status: string): boolean => Number(status) >= 400;

const errorLine = (responses: DescribedOperation['responses']): string =>
  `- Errors: ${Object.keys(responses).filter(isError).join(', ')}`;

/** Documents every named schema but request bodies, which appear at their endpoints. */
function shapesText(schemas: Shapes, operations: readonly DescribedOperation[]): string {
  const responsesText = JSON.stringify(operations.map(({ responses }) => responses));
  const shapes = Object.entries(schemas).filter(([name]) => isReached(name, responsesText, schemas));
  const texts = shapes.map(([name, schema]) => `### ${name}\n\n${shapeText(schema)}`);
  return `## Shapes\n\n${texts.join('\n\n')}`;
}

function isReached(name: string, responsesText: string, schemas: Shapes): boolean {
  const reference = `"#/components/schemas/${name}"`;
  const others = Object.entries(schemas).filter(([other]) => other !== name);
  return responsesText.includes(reference) || others.some(([, schema]) => JSON.stringify(schema).includes(reference));
}

function shapeText(schema: JsonSchema): string {
  if (schema.properties) return fieldTable('Field', listFields(schema, false).map(markOptional));
  return `${typeText(schema)}. ${schema.description ?? ''}`.trim();
}

/** Nearly every response field is always present, so the optional ones are marked instead. */
const markOptional = (field: FieldText): FieldText => ({
  ...field,
  required: false,
  type: field.required ? field.type : `${field.type}, optional`,
});

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const row = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell.replaceAll('|', '\\|')} |`)).join('')}`;
