/** Something wrong with the configuration. No part of it ever repeats the value of a secret. */
export interface ConfigurationMistake {
  /** `http.port`; empty when the mistake is about a whole file. */
  readonly path: string;
  /** The origin of the value: `file config/default.json`, `env PROMPTHOLD_HTTP_PORT`. */
  readonly origin: string;
  /** A sentence without its subject. */
  readonly problem: string;
}

/** The configuration cannot be used. Thrown once, with every mistake there is. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly mistakes: readonly ConfigurationMistake[]) {
    super(['The configuration is not valid:', ...mistakes.map(line)].join('\n'));
  }
}

const line = ({ path, origin, problem }: ConfigurationMistake): string =>
  path === '' ? `  ${origin}: ${problem}` : `  ${path} (${origin}): ${problem}`;

/** Keeps one mistake for each path and origin: what is wrong first explains what is wrong next. */
export function firstOfEach(mistakes: readonly ConfigurationMistake[]): ConfigurationMistake[] {
  const byOrigin = new Map<string, ConfigurationMistake>();
  for (const mistake of mistakes) {
    const key = JSON.stringify([mistake.path, mistake.origin]);
    if (!byOrigin.has(key)) byOrigin.set(key, mistake);
  }
  return [...byOrigin.values()];
}
