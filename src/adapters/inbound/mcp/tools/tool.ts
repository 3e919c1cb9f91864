import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Problem, ProblemCode } from '../../../../domain/problem.ts';
import { describeProblems, detailsOf } from '../../http/errors/describe-problems.ts';
import { describeIssue, problemsOf } from '../../http/request/describe-issue.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope, ToolSet } from '../access/request-scope.ts';

/** A function for models to call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** The smallest set that it belongs to. */
  readonly toolSet: Exclude<ToolSet, 'none'>;
  /** Whether clients should ask people before they call the tool. */
  readonly annotations: ToolAnnotations;
  /** A JSON schema. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  /** Rejects with RequestFailure, also when the input does not fit the schema. */
  call(scope: RequestScope, input: unknown): Promise<unknown>;
}

interface ToolDefinition<Input extends z.ZodType> extends Omit<Tool, 'inputSchema' | 'call'> {
  readonly input: Input;
  readonly run: (scope: RequestScope, input: z.output<Input>) => Promise<unknown>;
}

export const defineTool = <Input extends z.ZodType>({ input: schema, run, ...tool }: ToolDefinition<Input>): Tool => ({
  ...tool,
  inputSchema: toInputSchema(schema),
  call: async (scope, input) => {
    const parsed = schema.safeParse(input, { error: describeIssue });
    if (parsed.success) return run(scope, parsed.data);
    throw invalid(problemsOf(parsed.error));
  },
});

export const invalidField = (path: string, problem: ProblemCode, text?: string, sentence?: string): RequestFailure =>
  invalid([{ path, problem, text }], sentence);

const invalid = (problems: readonly Problem[], error = describeProblems(problems)): RequestFailure =>
  new RequestFailure(422, { error, code: 'invalid', details: detailsOf(problems) });

type Json = Readonly<Record<string, unknown>>;

/** The schema of a tool's input. Without references: not all clients and models understand them. */
function toInputSchema(schema: z.ZodType): { readonly type: 'object'; readonly [keyword: string]: unknown } {
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
