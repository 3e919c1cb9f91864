import { z } from 'zod';
import { limit, rotationCursor } from '../../http/request/pagination.ts';

/** The bodies and queries that the pages send. Any text is accepted as a password here; new ones are checked later. */
export const credentials = z.strictObject({ email: z.string(), password: z.string() });
export const application = z.strictObject({ email: z.string(), name: z.string(), password: z.string() });
export const setup = application.extend({ token: z.string() });
export const profile = z.strictObject({ name: z.string() });
export const passwordChange = z.strictObject({ current: z.string(), chosen: z.string() });
export const rotationsQuery = z.strictObject({ limit, cursor: rotationCursor.schema });
