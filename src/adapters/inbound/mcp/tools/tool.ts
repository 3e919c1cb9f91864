import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Problem } from '../../../../domain/problem.ts';
import { describeProblems } from '../../http/errors/describe-problems.ts';
import { describeIssue, problemsOf } from '../../http/request/describe-issue.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope, ToolSet } from '../access/request-scope.ts';
import { toInputSchema } from './input-schema.ts';

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

export const invalidField = (path: string, problem: string, sentence?: string): RequestFailure =>
  invalid([{ path, problem }], sentence);

const invalid = (details: readonly Problem[], error = describeProblems(details)): RequestFailure =>
  new RequestFailure(422, { error, code: 'invalid', details });
