import type { LangfuseClient } from '@langfuse/client';
import { Langfuse } from 'langfuse';
import type { Client } from '../http/prompts/support/client.ts';

// It would log every error that tests provoke, and reads this when it is loaded.
process.env['LANGFUSE_LOG_LEVEL'] = 'NONE';
const sdk = await import('@langfuse/client');

type Access = Pick<Client, 'api' | 'key'>;

/** Their SDK of today, as an application would set it up. */
export const langfuseClient = ({ api, key }: Access, additionalHeaders: Record<string, string> = {}): LangfuseClient =>
  new sdk.LangfuseClient({ publicKey: 'pk-any-text', secretKey: key, baseUrl: api.url, additionalHeaders });

/** Their SDK of the years before. Without a secret key, it sends the public key as a Bearer token. */
export const langfuseV3Client = (
  { api, key }: Access,
  keys: { readonly publicKey: string; readonly secretKey?: string } = { publicKey: 'pk-any-text', secretKey: key },
): Langfuse => new Langfuse({ ...keys, baseUrl: api.url });
