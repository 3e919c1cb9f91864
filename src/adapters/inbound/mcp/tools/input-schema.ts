import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** The schema of a tool's input. Without references: not all clients and models understand them. */
export function toInputSchema(schema: z.ZodType): { readonly type: 'object'; readonly [keyword: string]: unknown } {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { ...(inline(root, $defs as Json) as Json), type: 'object' };
}

const REFERENCE = /^#\/\$defs\//;

function inline(value: unknown, definitions: Json): unknown {
  if (Array.isArray(value)) return value.map((member) => inline(member, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, id: _, ...others } = value as Json;
  const target = typeof $ref === 'string' ? definitions[$ref.replace(REFERENCE, '')] : {};
  const merged = { ...(target as Json), ...others };
  const entries = Object.entries(merged).filter(([name]) => name !== 'id');
  return Object.fromEntries(entries.map(([name, member]) => [name, inline(member, definitions)]));
}
