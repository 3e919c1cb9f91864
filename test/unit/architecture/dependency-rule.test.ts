import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Rule {
  readonly of: RegExp;
  readonly may?: readonly RegExp[];
  readonly mayNot?: readonly RegExp[];
}

/** Who may import whom. In the core, anything not listed is forbidden, packages and node: modules included. */
const rules: readonly Rule[] = [
  { of: /^src\/domain\//, may: [/^src\/domain\//] },
  { of: /^src\/application\//, may: [/^src\/domain\//, /^src\/application\//] },
  { of: /^src\/adapters\/inbound\//, mayNot: [/^src\/adapters\/outbound\//] },
  { of: /^src\/adapters\/inbound\/http\//, mayNot: [/^src\/adapters\/inbound\/(?!http\/)/] },
  { of: /^src\/adapters\/inbound\/cli\//, mayNot: [/^src\/adapters\/inbound\/(?!cli\/)/] },
  // The dashboard is a second door into the same house: it is built on what HTTP has, and HTTP does not know it.
  { of: /^src\/adapters\/inbound\/dashboard\//, mayNot: [/^src\/adapters\/inbound\/(?!dashboard\/|http\/)/] },
  // Its pages run in the browser. Of the server they know types, and the rules of the domain.
  {
    of: /^src\/adapters\/inbound\/dashboard\/web\/(?!build\/|vite\.config)/,
    mayNot: [/^node:/, /^src\/(?!domain\/|adapters\/inbound\/dashboard\/web\/)/],
  },
  { of: /^src\/adapters\/outbound\//, mayNot: [/^src\/adapters\/inbound\//] },
  {
    of: /^src\/adapters\/(in|out)bound\/(?!.*\.module\.ts$)/,
    mayNot: [/^inversify$/, /^src\/adapters\/composition\//],
  },
  { of: /^src\//, mayNot: [/^reflect-metadata$/, /\/index\.ts$/] },
];

const FORBIDDEN_NAMES = /(^|\/)(utils|helpers|common|shared|types|interfaces|services|models|dto|index)(\.tsx?|\/)/;
const READS_ENVIRONMENT = /\bprocess\.env\b/;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name}`);

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;
/** They are gone when the pages are built. */
const TYPE_IMPORT = /^import type [^;]*;$/gm;

function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const code = file.includes('/dashboard/web/') ? text.replaceAll(TYPE_IMPORT, '') : text;
  return [...code.matchAll(IMPORT)]
    .map(([, specifier = '']) => specifier)
    .map((specifier) => (specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier));
}

describe('the dependency rule', () => {
  it('has something to check', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports('src/adapters/composition/wiring/compose.ts')).toContain('inversify');
  });

  it.each(sources)('%s', (file) => {
    for (const { of, may, mayNot } of rules) {
      if (!of.test(file)) continue;
      const forbidden = imports(file).filter((target) =>
        may ? !may.some((rule) => rule.test(target)) : mayNot?.some((rule) => rule.test(target)),
      );
      expect(forbidden, `${file} reaches outside its layer`).toEqual([]);
    }
  });

  it('has no file or folder whose name says nothing', () => {
    expect(sources.filter((file) => FORBIDDEN_NAMES.test(file))).toEqual([]);
  });

  it('lets the environment be read in one place', () => {
    // Pages have none, and show people code that reads it.
    const candidates = sources.filter((file) => !file.includes('/dashboard/web/'));
    const readers = candidates.filter((file) => READS_ENVIRONMENT.test(readFileSync(file, 'utf8')));

    expect(readers).toEqual(['src/main.ts']);
  });
});
