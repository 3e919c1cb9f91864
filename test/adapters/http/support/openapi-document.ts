import { apiRoutes } from '../../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../../src/adapters/inbound/api/docs/openapi.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

interface DocumentedOperation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Schema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers?: object }>>;
}

/** The published document. */
export const openApiDocument = OpenApiDocument.of(
  apiRoutes,
  '1.2.3',
  'https://prompts.example.com/tools',
) as unknown as {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export const documentedOperations = Object.entries(openApiDocument.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);
