import type { SourceAccess } from '../../inbound/cli/host/command-services.ts';
import { type Environment, variable } from '../configuration/environment.ts';
import { ConfigurationError, type ConfigurationMistake } from '../configuration/errors.ts';

const NAMES = ['LANGFUSE_PUBLIC_KEY', 'LANGFUSE_SECRET_KEY'] as const;

/** Throws ConfigurationError with every missing variable. The keys are held by a function, which prints as nothing. */
export function langfuseAccess(environment: Environment, url: string): SourceAccess {
  const [publicKey, secretKey] = NAMES.map((name) => variable(environment, name));
  if (publicKey === undefined || secretKey === undefined) {
    const missing = NAMES.filter((name) => variable(environment, name) === undefined);
    throw new ConfigurationError(missing.map(describeMissing));
  }
  const credentials = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
  return { url, authorization: () => `Basic ${credentials}`, fetch };
}

const describeMissing = (name: string): ConfigurationMistake => ({
  path: '',
  origin: `env ${name}`,
  problem: 'must be set to a key of the Langfuse project',
});
