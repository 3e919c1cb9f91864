import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { OpenApiDocument } from '../../../../src/adapters/inbound/http/docs/openapi.ts';
import { apiRoutes } from '../../../../src/adapters/inbound/http/server/api-routes.ts';

interface DocumentedAnswer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

type DocumentedOperation = { readonly responses: Readonly<Record<string, DocumentedAnswer>> };

const document = OpenApiDocument.of(apiRoutes, 'test', 'http://test') as {
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

export interface SeenAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/**
 * What is wrong with an answer according to the documentation; undefined when it is as documented.
 * Unknown paths and methods are not documented, so that nothing can be wrong with their answers here.
 */
export function undocumented(method: string, path: string, { status, type, body }: SeenAnswer): string | undefined {
  const { pathname } = new URL(path, 'http://test');
  const known = paths.find(({ pattern }) => pattern.test(pathname));
  const operation = known?.operations[method.toLowerCase()];
  if (!known || !operation) return undefined;

  const answer = operation.responses[status];
  if (!answer) return `${method} ${known.path} has no documented answer ${status}`;
  const schema = answer.content?.[type.split(';', 1).join('')]?.schema;
  if (!schema) return body === undefined ? undefined : `${method} ${known.path} ${status} has no documented body`;

  const validate = validatorOf(schema);
  if (validate(body)) return undefined;
  return `${method} ${known.path} ${status}: ${ajv.errorsText(validate.errors)}`;
}

const validators = new Map<object, ValidateFunction>();

/** Compiled once: that takes longer than most requests. */
function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  validators.set(schema, validate);
  return validate;
}
