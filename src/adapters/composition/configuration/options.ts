import { decodeText } from './environment.ts';
import type { ConfigurationError } from './errors.ts';
import type { SettingKind } from './settings.ts';
import type { SourceValue } from './source-values.ts';

/** The settings that have an option on the command line. */
const OPTIONS = {
  port: { path: 'http.port', kind: 'number' },
  host: { path: 'http.host', kind: 'text' },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly kind: SettingKind }>>;

const ORIGIN = 'option ';

export function readOptions(options: { readonly [Name in keyof typeof OPTIONS]?: string }): readonly SourceValue[] {
  return Object.entries(OPTIONS).flatMap(([name, { path, kind }]) => {
    const text = options[name as keyof typeof OPTIONS];
    return text === undefined ? [] : [{ path, origin: `${ORIGIN}--${name}`, value: decodeText(kind, text) }];
  });
}

/** The mistakes of a configuration that is wrong because of options alone; undefined if there are others. */
export function describeWrongOptions({ mistakes }: ConfigurationError): string | undefined {
  if (!mistakes.every(({ origin }) => origin.startsWith(ORIGIN))) return undefined;
  return mistakes.map(({ origin, problem }) => `${origin.slice(ORIGIN.length)} ${problem}`).join('\n');
}
