import type { Plugin, Rolldown } from 'vite';

/** Fails the build when files import each other: one of them would run before what it needs is there. */
export function noChunkCycles(): Plugin {
  return {
    name: 'no-chunk-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const cycle = findCycle(bundle);
      if (cycle) this.error(`files import each other: ${cycle.join(' -> ')}. Change the groups in vite.config.ts.`);
    },
  };
}

function findCycle(bundle: Rolldown.OutputBundle): readonly string[] | undefined {
  const finished = new Set<string>();
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    const chunk = bundle[name];
    if (finished.has(name) || chunk?.type !== 'chunk') return undefined;
    for (const imported of chunk.imports) {
      const cycle = visit(imported, [...path, name]);
      if (cycle) return cycle;
    }
    finished.add(name);
    return undefined;
  };
  return Object.keys(bundle).reduce<readonly string[] | undefined>(
    (found, name) => found ?? visit(name, []),
    undefined,
  );
}
