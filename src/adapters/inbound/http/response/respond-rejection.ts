import { z } from 'zod';
import { PROBLEM_CODES } from '../../../../domain/problem.ts';
import type { Rejection } from '../errors/rejection.ts';
import type { RequestContext } from '../request/request-state.ts';
import { JSON_TYPE } from './respond-json.ts';

export const errorDetail = z
  .strictObject({
    path: z.string().describe('the field, parameter or variable'),
    problem: z.enum(PROBLEM_CODES).meta({ id: 'ProblemCode', description: 'what is wrong with it, for programs' }),
    message: z.string().describe('a sentence for people; its wording may change'),
  })
  .meta({ id: 'ErrorDetail' });

export const others = z.int().min(1).optional().describe('the number of problems that `details` leaves out');

export const errorResponse = z
  .strictObject({
    error: z.string().describe('a sentence for people; its wording may change'),
    code: z.string().describe('for programs'),
    details: z.array(errorDetail).optional().describe('one entry for each problem'),
    others,
    data: z
      .unknown()
      .optional()
      .describe('what was done before the rejection: the results of an import that exceeds a quota'),
    requestId: z.string().describe('also in the header `X-Request-Id` and in the log'),
  })
  .meta({ id: 'ErrorResponse' });

export function respondRejection(ctx: RequestContext, rejection: Rejection): void {
  const { status, code, extras } = rejection;
  const { errorShape, requestId } = ctx.state;
  ctx.status = errorShape?.statusOf(rejection) ?? status;
  ctx.state.code = code;
  const headers = ['Content-Type', JSON_TYPE, ...Object.entries(extras.headers ?? {}).flat()];
  const body = errorShape ? JSON.stringify(errorShape.bodyOf(rejection, requestId)) : errorBody(rejection, requestId);
  ctx.state.response = { headers, body };
}

/** Leaves out what is undefined. */
export function errorBody({ code, sentence, extras: { details, others, data } }: Rejection, requestId: string): string {
  return JSON.stringify({ error: sentence, code, details, others, data, requestId });
}
