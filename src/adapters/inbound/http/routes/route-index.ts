/** What stands in a path where the template has a parameter. */
export type PathParameters = Readonly<Record<string, string>>;

export interface FoundRoute<Target> {
  readonly target: Target;
  readonly params: PathParameters;
}

/** By method and path. */
type FoundRoutes<Target> = Map<string, Map<string, FoundRoute<Target>>>;

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>;
  parameter?: Node<Target>;
  /** By method. */
  readonly ends: Map<string, { readonly target: Target; readonly names: readonly string[] }>;
}

/**
 * Finds a route by the segments of its path, however many routes there are. It finds only paths that are written
 * exactly as in their template; a router finds the rest, such as those with a slash at the end.
 */
export class RouteIndex<Target> {
  private readonly root: Node<Target> = emptyNode();
  /** Those without parameters are the most frequent, and are found without the detour through segments. */
  private readonly exact: FoundRoutes<Target> = new Map();

  /** Of two routes for the same paths, the first counts. A template with a wildcard is left to the router. */
  add(method: string, template: string, target: Target): void {
    if (template.includes('{*')) return;
    const names: string[] = [];
    let node = this.root;
    for (const segment of template.split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        node = childOf(node.literals, segment);
      } else {
        names.push(name);
        node = node.parameter ??= emptyNode();
      }
    }
    if (node.ends.has(method)) return;
    node.ends.set(method, { target, names });
    if (names.length === 0) pathsOf(this.exact, method).set(template, { target, params: {} });
  }

  find(method: string, path: string): FoundRoute<Target> | undefined {
    return this.exact.get(method)?.get(path) ?? this.findBySegments(method, path);
  }

  private findBySegments(method: string, path: string): FoundRoute<Target> | undefined {
    let node: Node<Target> | undefined = this.root;
    const values: string[] = [];
    for (const segment of path.split('/')) {
      const literal: Node<Target> | undefined = node.literals.get(segment);
      if (!literal && segment !== '') values.push(segment);
      node = literal ?? (segment === '' ? undefined : node.parameter);
      if (!node) return undefined;
    }
    const end = node.ends.get(method);
    const params = end && nameValues(end.names, values);
    return params && { target: end.target, params };
  }
}

function pathsOf<Target>(routes: FoundRoutes<Target>, method: string): Map<string, FoundRoute<Target>> {
  const known = routes.get(method);
  if (known) return known;
  const paths = new Map<string, FoundRoute<Target>>();
  routes.set(method, paths);
  return paths;
}

function nameValues(names: readonly string[], values: readonly string[]): PathParameters | undefined {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decode(values[index] ?? '');
    if (value === undefined) return undefined;
    params[name] = value;
  }
  return params;
}

function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function childOf<Target>(children: Map<string, Node<Target>>, segment: string): Node<Target> {
  const child = children.get(segment) ?? emptyNode();
  children.set(segment, child);
  return child;
}

const emptyNode = <Target>(): Node<Target> => ({ literals: new Map(), ends: new Map() });
