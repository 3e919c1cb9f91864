import { readFileSync } from 'node:fs';
import { invariant } from '../../domain/invariant.ts';

/** The package's own; its file lies at the same distance from here in `src` and in `dist`. */
const manifest: { version?: unknown } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);
invariant(typeof manifest.version === 'string', 'package.json has a version');

export const version = manifest.version;
