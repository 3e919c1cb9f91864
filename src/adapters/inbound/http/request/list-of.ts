import { z } from 'zod';
import { PROBLEMS_MAX } from './json-safety.ts';

/**
 * A list in a request, as z.array describes it; but once its members have brought as many problems as anybody is told,
 * the others are not looked at. zod would gather millions of them, and run out of stack or memory before any is told.
 */
export const listOf = <Member extends z.ZodType>(member: Member): z.ZodArray<Member> =>
  // What $constructor makes is not generic: it knows that there is a kind of member, but not which.
  new BriefList({ type: 'array', element: member }) as z.ZodArray<Member>;

const BriefList = z.core.$constructor<z.ZodArray, z.core.$ZodArrayDef>('BriefList', (list, definition) => {
  z.ZodArray.init(list, definition);
  const parseWhole = list._zod.parse;
  list._zod.parse = (payload, context) => {
    if (!Array.isArray(payload.value)) return parseWhole(payload, context);
    const members: unknown[] = [];
    for (const [index, value] of payload.value.entries()) {
      const judged = definition.element._zod.run({ value, issues: [] }, context);
      if (judged instanceof Promise) throw new z.core.$ZodAsyncError();
      payload.issues.push(...z.core.util.prefixIssues(index, judged.issues));
      if (payload.issues.length >= PROBLEMS_MAX) break;
      members.push(judged.value);
    }
    payload.value = members;
    return payload;
  };
});
