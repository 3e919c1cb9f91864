import { z } from 'zod';
import { limit, numberCursor } from '../http/request/page-query.ts';

/** What the pages may send. Any text may be tried as a password; only what is chosen anew has to be a good one. */
export const credentials = z.strictObject({ email: z.string(), password: z.string() });
export const application = z.strictObject({ email: z.string(), name: z.string(), password: z.string() });
export const setup = application.extend({ token: z.string() });
export const profile = z.strictObject({ name: z.string() });
export const passwordChange = z.strictObject({ current: z.string(), chosen: z.string() });
export const rotationsQuery = z.strictObject({ limit, cursor: numberCursor('r') });
