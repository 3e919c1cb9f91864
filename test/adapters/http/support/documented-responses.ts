import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { apiRoutes } from '../../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../../src/adapters/inbound/api/docs/openapi.ts';
import { dashboardRoutes } from '../../../../src/adapters/inbound/dashboard/dashboard-routes.ts';

interface DocumentedResponse {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

type DocumentedOperation = { readonly responses: Readonly<Record<string, DocumentedResponse>> };

/** Includes the operations of the dashboard, which the published document leaves out. */
const document = OpenApiDocument.of([...apiRoutes, ...dashboardRoutes], 'test', 'http://test') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: object;
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', components: document.components });

const paths = Object.entries(document.paths).map(([path, operations]) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  operations,
}));

export interface ActualResponse {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/**
 * Describes how a response deviates from its operation; undefined when it conforms.
 * Unknown paths and methods are not documented, so their responses always pass.
 */
export function findDeviation(
  method: string,
  path: string,
  { status, type, body }: ActualResponse,
): string | undefined {
  const { pathname } = new URL(path, 'http://test');
  const known = paths.find(({ pattern }) => pattern.test(pathname));
  const operation = known?.operations[method.toLowerCase()];
  if (!known || !operation) return undefined;

  const documented = operation.responses[status];
  if (!documented) return `${method} ${known.path}: status ${status} is not documented`;
  const schema = documented.content?.[type.split(';', 1).join('')]?.schema;
  if (!schema) return body === undefined ? undefined : `${method} ${known.path} ${status}: a body is not documented`;

  const problem = findSchemaProblem(schema, body);
  return problem && `${method} ${known.path} ${status}: ${problem}`;
}

/** What does not fit a schema of the document; undefined if everything does. */
export function findSchemaProblem(schema: object, value: unknown): string | undefined {
  const validate = compileValidator(schema);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

const validators = new Map<object, ValidateFunction>();

/** Caches validators: compiling one takes longer than most requests. */
function compileValidator(schema: object): ValidateFunction {
  const cached = validators.get(schema);
  if (cached) return cached;
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  validators.set(schema, validate);
  return validate;
}
