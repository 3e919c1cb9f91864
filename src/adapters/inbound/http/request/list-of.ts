import { z } from 'zod';
import { PROBLEMS_MAX } from './json-safety.ts';

/**
 * A list in a request, like z.array, but validation stops once there are as many problems as a response reports.
 * z.array would collect millions of them, and run out of stack or memory.
 */
export const listOf = <Member extends z.ZodType>(member: Member): z.ZodArray<Member> =>
  // The class that $constructor returns is not generic, so it loses the type of the members.
  new BoundedList({ type: 'array', element: member }) as z.ZodArray<Member>;

// A class of zod is made like this: its constructor initializes the one that it extends, and sets how it parses.
const BoundedList = z.core.$constructor<z.ZodArray, z.core.$ZodArrayDef>('BoundedList', (list, definition) => {
  z.ZodArray.init(list, definition);
  const parseWhole = list._zod.parse;
  list._zod.parse = (payload, context) => {
    if (!Array.isArray(payload.value)) return parseWhole(payload, context);
    const members: unknown[] = [];
    for (const [index, value] of payload.value.entries()) {
      const result = definition.element._zod.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      if (payload.issues.length >= PROBLEMS_MAX) break;
      members.push(result.value);
    }
    payload.value = members;
    return payload;
  };
});
