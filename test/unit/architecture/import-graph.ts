import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** From a file or folder to those that it imports from. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Statements, not dynamic imports. */
export const STATIC_IMPORT = /^(?:import|export)\s(?:[^;()=]*\sfrom\s)?'([^']+)';$/gm;
/** Builds drop type imports. */
export const TYPE_IMPORT = /^import type [^;]*;$/gm;

const SOURCES = /^(?:src|clients)\//;

export const listSources = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${root}/${name}`);

/** Packages and node: modules as they are written, files by their path in the repository. */
export const findImports = (file: string, code = readFileSync(file, 'utf8'), pattern = IMPORT): string[] =>
  [...code.matchAll(pattern)]
    .map(([, specifier = '']) => specifier)
    .map((specifier) => (specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier));

/** The packages that are loaded with a file, not counting dynamic imports. */
export function packagesLoadedWith(start: string): string[] {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!SOURCES.test(file)) return;
    const code = readFileSync(file, 'utf8').replaceAll(TYPE_IMPORT, '');
    for (const target of findImports(file, code, STATIC_IMPORT)) load(target);
  };
  load(start);
  return [...loaded].filter((name) => !SOURCES.test(name) && !name.startsWith('node:')).sort();
}

export function fileGraph(files: readonly string[]): Graph {
  const known = new Set(files);
  return new Map(files.map((file) => [file, new Set(findImports(file).filter((target) => known.has(target)))]));
}

/** A folder and its parent are two folders. */
export function folderGraph(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const folder = dirname(file);
    const others = [...targets].map((target) => dirname(target)).filter((target) => target !== folder);
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
  }
  return folders;
}

/**
 * For every folder, which of its subfolders import from each other, each with everything below it. The root is left out:
 * the client has the rules of our domain in it, and our command line has the client's network in it.
 */
export function roomGraphs(files: Graph): ReadonlyMap<string, Graph> {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const [file, targets] of files) {
    for (const target of targets) {
      const from = dirname(file).split('/');
      const to = dirname(target).split('/');
      const depth = from.findIndex((name, index) => name !== to[index]);
      if (depth <= 0 || depth >= to.length) continue;
      const parent = from.slice(0, depth).join('/');
      const graph = graphs.get(parent) ?? new Map<string, Set<string>>();
      const room = from.slice(0, depth + 1).join('/');
      graphs.set(parent, graph.set(room, (graph.get(room) ?? new Set()).add(to.slice(0, depth + 1).join('/'))));
    }
  }
  return graphs;
}

/** Every node that can reach itself, grouped with those on the way: the strongly connected components. */
export function findCycles(graph: Graph): string[][] {
  const reachable = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]));
  const inCycle = [...graph.keys()].filter((node) => reachable.get(node)?.has(node));
  const cycles = new Map<string, string[]>();
  for (const node of inCycle) {
    const members = inCycle.filter((other) => reachable.get(node)?.has(other) && reachable.get(other)?.has(node));
    cycles.set(members.toSorted().join(' '), members.toSorted());
  }
  return [...cycles.values()];
}

function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [...(graph.get(start) ?? [])];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    pending.push(...(graph.get(node) ?? []));
  }
  return reached;
}
