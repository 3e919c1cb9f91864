import type { RecordedExample } from '../../../src/adapters/inbound/api/docs/recorded-examples.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { exampleText } from './example-text.ts';
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
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** All endpoints by area, followed by the named shapes that they use. */
export function apiText(
  { tags, paths, components: { schemas } }: ApiDocument,
  examples: readonly RecordedExample[],
): string {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const areas = tags.map(({ name, description }) => {
    const texts = endpoints
      .filter(({ operation }) => operation.tags.includes(name))
      .map((endpoint) => endpointText(endpoint, schemas, examples));
    return [`## ${name}`, description, ...texts].join('\n\n');
  });
  return [...areas, shapesText(schemas, Object.values(paths).flatMap(Object.values))].join('\n\n');
}

interface DescribedEndpoint {
  readonly path: string;
  readonly method: string;
  readonly operation: DescribedOperation;
}

type Shapes = ApiDocument['components']['schemas'];

function endpointText(
  { path, method, operation }: DescribedEndpoint,
  schemas: Shapes,
  examples: readonly RecordedExample[],
): string {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const named = parameters.filter((parameter) => parameter.in !== 'path');
  const body = requestBody?.content['application/json']?.schema;
  const example = examples.find((each) => each.operation === operationId);
  invariant(example !== undefined, `${operationId} has an example`);
  return [
    `### \`${method} ${path}\``,
    `${summary}.${security ? ' Needs no key.' : ''} ${description}`,
    ...(named.length > 0 ? [parameterTable(named)] : []),
    ...(body ? [fieldTable('Body field', bodyFields(body, schemas))] : []),
    [...responseLines(responses, schemas), errorLine(responses)].join('\n'),
    exampleText(method, path, security === undefined, example),
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

const responseLines = (responses: DescribedOperation['responses'], schemas: Shapes): string[] =>
  Object.entries(responses)
    .filter(([status]) => !isError(status))
    .map(([status, { description, headers = {}, content = {} }]) => {
      const isChoice = 'application/json' in content;
      const bodies = Object.entries(content).map(([type, { schema }]) =>
        type === 'application/json' ? envelopeText(schema, schemas) : `\`${type}\`${isChoice ? ' if requested' : ''}`,
      );
      const names = Object.keys(headers).map((name) => `\`${name}\``);
      const carried = names.length > 0 ? `; with ${names.join(', ')}` : '';
      return `- **${status}** ${description}${bodies.length > 0 ? `: ${bodies.join(', or ')}` : ''}${carried}`;
    });

/** `{data: Prompt}` instead of a table, because every envelope looks the same. */
function envelopeText(schema: JsonSchema, schemas: Shapes): string {
  const { properties = {} } = schemas[nameIn(schema.$ref ?? '')] ?? {};
  if (!isEnvelope(properties)) return typeText(schema);
  const fields = Object.entries(properties).map(([name, inner]) => `${name}: ${typeText(inner)}`);
  return `{${fields.join(', ')}}`;
}

const isEnvelope = (properties: object = {}): boolean =>
  ['data', 'data,nextCursor'].includes(Object.keys(properties).join());

const isError = (status: string): boolean => Number(status) >= 400;

const errorLine = (responses: DescribedOperation['responses']): string =>
  `- Errors: ${Object.keys(responses).filter(isError).join(', ')}`;

/** Documents every named schema but request bodies and envelopes, which appear at their endpoints. */
function shapesText(schemas: Shapes, operations: readonly DescribedOperation[]): string {
  const responsesText = JSON.stringify(operations.map(({ responses }) => responses));
  const shapes = Object.entries(schemas).filter(
    ([name, { properties }]) => isReached(name, responsesText, schemas) && !isEnvelope(properties),
  );
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
