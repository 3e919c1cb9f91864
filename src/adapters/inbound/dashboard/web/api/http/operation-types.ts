import type { z } from 'zod';
import type { Operation } from '../../../../http/routes/operation.ts';

/** The body that an operation takes. */
export type BodyOf<Each extends { readonly body: z.ZodType }> = DeepReadonly<z.input<Each['body']>>;

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

/** The body that an operation returns when it succeeds. */
export type ResponseOf<Each extends Operation> = BodyIn<Each['responses'][keyof Each['responses']]>;

type BodyIn<Response> = Response extends { readonly schema: infer Schema extends z.ZodType } ? z.output<Schema> : never;
