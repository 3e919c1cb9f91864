import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  fileGraph,
  findCycles,
  findImports,
  folderGraph,
  type Graph,
  listSources,
  packagesLoadedWith,
  roomGraphs,
  STATIC_IMPORT,
  TYPE_IMPORT,
} from './import-graph.ts';

interface Rule {
  readonly of: RegExp;
  readonly may?: readonly RegExp[];
  readonly mayNot?: readonly RegExp[];
}

/** Which files may import which. In the core, everything not listed is forbidden, packages and node: modules included. */
const rules: readonly Rule[] = [
  { of: /^src\/domain\//, may: [/^src\/domain\//] },
  { of: /^src\/application\//, may: [/^src\/domain\//, /^src\/application\//] },
  // Prompts of other tools are converted on the command line, by the service and in the browser.
  { of: /^src\/adapters\/converters\//, may: [/^src\/domain\//, /^src\/adapters\/converters\//] },
  { of: /^src\/adapters\/inbound\//, mayNot: [/^src\/adapters\/outbound\//] },
  // The kit of HTTP knows no resource. Our API builds on it, and everything else that is served over HTTP builds on both.
  { of: /^src\/adapters\/inbound\/http\//, mayNot: [/^src\/adapters\/inbound\/(?!http\/)/] },
  { of: /^src\/adapters\/inbound\/api\//, mayNot: [/^src\/adapters\/inbound\/(?!api\/|http\/)/] },
  ...['dashboard', 'compatible', 'mcp'].map((room) => ({
    of: new RegExp(`^src/adapters/inbound/${room}/`),
    mayNot: [new RegExp(`^src/adapters/inbound/(?!${room}/|api/|http/)`)],
  })),
  // The APIs of other tools know nothing of each other.
  ...['langfuse', 'litellm', 'langchain'].map((tool) => ({
    of: new RegExp(`^src/adapters/inbound/compatible/${tool}/`),
    mayNot: [new RegExp(`^src/adapters/inbound/compatible/(?!${tool}/)\\w+/`)],
  })),
  { of: /^src\/adapters\/inbound\/cli\//, mayNot: [/^src\/adapters\/inbound\/(?!cli\/)/] },
  { of: /^src\/adapters\/inbound\/schedule\//, mayNot: [/^src\/adapters\/inbound\/(?!schedule\/)/] },
  // Pages run in the browser. From the server they may import types, the rules of the domain, converters and parsers.
  {
    of: /^src\/adapters\/inbound\/dashboard\/web\/(?!build\/|vite\.config)/,
    mayNot: [/^node:/, /^src\/(?!domain\/|adapters\/(?:converters|text)\/|adapters\/inbound\/dashboard\/web\/)/],
  },
  { of: /^src\/adapters\/outbound\//, mayNot: [/^src\/adapters\/inbound\//] },
  { of: /^src\/(?!adapters\/composition\/)/, mayNot: [/^inversify$/] },
  { of: /^src\/(?!adapters\/composition\/|main\.ts$)/, mayNot: [/^src\/adapters\/composition\//] },
  { of: /^src\//, mayNot: [/^reflect-metadata$/, /\/index\.ts$/] },
  // The command line and the bridge for MCP clients are clients of our own API, and build on the same network core.
  { of: /^src\/(?!adapters\/inbound\/(?:cli|mcp\/bridge)\/)/, mayNot: [/^clients\//] },
  {
    of: /^src\/adapters\/inbound\/(?:cli|mcp)\//,
    mayNot: [/^clients\/typescript\/src\/(?!network\/|stream\/event-parser\.ts$)/],
  },
  // The client is installed without the server: it shares the rules of the domain, and needs no package.
  { of: /^clients\/typescript\/src\//, may: [/^clients\/typescript\/src\//, /^src\/domain\//, /^node:/] },
];

const FORBIDDEN_NAMES = /(^|\/)(utils|helpers|common|shared|types|interfaces|services|models|dto|index)(\.tsx?|\/)/;
const READS_ENVIRONMENT = /\bprocess\??\.env\b/;

const clientSources = listSources('clients/typescript/src');
const sources = [...listSources('src'), ...clientSources];

/** Pages may import the types of the server. */
function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return findImports(file, file.includes('/dashboard/web/') ? text.replaceAll(TYPE_IMPORT, '') : text);
}

describe('the dependency rule', () => {
  it('has something to check', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports('src/adapters/composition/wiring/compose.ts')).toContain('inversify');
  });

  it.each(sources)('holds for %s', (file) => {
    for (const { of, may, mayNot } of rules) {
      if (!of.test(file)) continue;
      const forbidden = imports(file).filter((target) =>
        may ? !may.some((rule) => rule.test(target)) : mayNot?.some((rule) => rule.test(target)),
      );
      expect(forbidden, `${file} reaches outside its layer`).toEqual([]);
    }
  });

  it('lets the health check of a container load no package', () => {
    expect(packagesLoadedWith('src/adapters/composition/commands/check-ready.ts')).toEqual([]);
  });

  it('lets the command line load no package that only some commands need', () => {
    expect(packagesLoadedWith('src/adapters/composition/service/serve.ts')).toEqual(
      expect.arrayContaining(['inversify', 'koa', 'pino', 'zod']),
    );
    expect(packagesLoadedWith('src/main.ts')).toEqual([]);
    expect(packagesLoadedWith('src/adapters/composition/commands/run.ts')).toEqual(['commander', 'leven']);
  });

  it('lets the client load node: modules only when it needs them', () => {
    const loaded = clientSources.flatMap((file) =>
      findImports(file, readFileSync(file, 'utf8').replaceAll(TYPE_IMPORT, ''), STATIC_IMPORT),
    );

    expect(loaded).toContain('src/domain/templates/prepare-rendering.ts');
    expect(loaded.filter((target) => target.startsWith('node:'))).toEqual([]);
  });

  it('lets only main.ts and one file of the client read the environment', () => {
    // Pages have no environment, and show people code that reads it.
    const candidates = sources.filter((file) => !file.includes('/dashboard/web/'));
    const readers = candidates.filter((file) => READS_ENVIRONMENT.test(readFileSync(file, 'utf8')));

    expect(readers).toEqual(['src/main.ts', 'clients/typescript/src/options/environment.ts']);
  });
});

describe('files and folders', () => {
  const files = fileGraph(sources);

  it('have descriptive names', () => {
    expect(sources.filter((file) => FORBIDDEN_NAMES.test(file))).toEqual([]);
  });

  it('never import each other in a cycle', () => {
    expect(files.get('src/adapters/composition/commands/run.ts')).toContain('src/adapters/inbound/cli/program.ts');
    expect(findCycles(files)).toEqual([]);
    expect(findCycles(folderGraph(files))).toEqual([]);
  });

  it('never import each other in a cycle if a folder and its subfolders count as one', () => {
    expect([...roomGraphs(files).values()].flatMap(findCycles)).toEqual([]);
  });

  it('are few enough per folder to be read at a glance', () => {
    const FILES_MAX = 20;
    const sizes = Map.groupBy([...sources, ...listSources('test')], (file) => file.slice(0, file.lastIndexOf('/')));

    const crowded = [...sizes].filter(([, { length }]) => length > FILES_MAX).map(([folder]) => folder);

    expect(crowded).toEqual([]);
  });
});

describe('the search for cycles', () => {
  const graph = (edges: Readonly<Record<string, readonly string[]>>): Graph =>
    new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));

  it('finds files that import each other directly or through others', () => {
    const found = findCycles(graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['a'] }));

    expect(found).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('accepts files that share an import', () => {
    expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
  });

  it('finds a folder that imports from its parent and is imported by it', () => {
    const files = graph({ 'x/a.ts': ['x/y/b.ts'], 'x/y/b.ts': ['x/c.ts'], 'x/c.ts': [] });

    expect(findCycles(files)).toEqual([]);
    expect(findCycles(folderGraph(files))).toEqual([['x', 'x/y']]);
  });

  it('finds folders whose subfolders import each other', () => {
    const files = graph({ 'x/a/b/c.ts': ['x/d/e.ts'], 'x/d/f/g.ts': ['x/a/h.ts'], 'x/d/e.ts': [], 'x/a/h.ts': [] });

    expect(findCycles(folderGraph(files))).toEqual([]);
    expect([...roomGraphs(files).values()].flatMap(findCycles)).toEqual([['x/a', 'x/d']]);
  });
});
