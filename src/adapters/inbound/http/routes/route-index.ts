/** The segments of a path for which the template has parameters, by their names. */
export type PathParameters = Readonly<Record<string, string>>;

export interface FoundRoute<Target> {
  readonly target: Target;
  readonly params: PathParameters;
}

interface IndexedRoute<Target> {
  readonly methods: readonly string[];
  readonly pattern: RegExp;
  readonly target: Target;
  readonly names: readonly string[];
}

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>;
  parameter?: Node<Target>;
  /** The routes that end here, by method. */
  readonly ends: Map<string, IndexedRoute<Target>>;
}

/**
 * Finds a route by the segments of its path, however many routes there are. Paths that are not written exactly as in
 * their template are rare, such as those with a slash at the end: they are compared with one route after the other.
 */
export class RouteIndex<Target> {
  private readonly routes: IndexedRoute<Target>[] = [];
  private readonly root: Node<Target> = emptyNode();
  /** Routes without parameters, by method and path. They are the most frequent, and need no detour through segments. */
  private readonly exact = new Map<string, Map<string, FoundRoute<Target>>>();

  /** If two routes are for the same paths, the first counts. */
  add(method: string, template: string, target: Target, isStrict = false): void {
    const names = [...template.matchAll(PARAMETER)].map(([, , name = '']) => name);
    const methods = method === 'GET' ? ['HEAD', 'GET'] : [method];
    const route = { methods, pattern: toPattern(template, isStrict), target, names };
    this.routes.push(route);
    if (template.includes('{*')) return;
    let node = this.root;
    for (const segment of template.split('/')) {
      if (/^\{\w+\}$/.test(segment)) node = node.parameter ??= emptyNode();
      else node = entry(node.literals, segment, emptyNode<Target>);
    }
    if (node.ends.has(method)) return;
    node.ends.set(method, route);
    if (names.length === 0) entry(this.exact, method, () => new Map()).set(template, { target, params: {} });
  }

  find(method: string, path: string): FoundRoute<Target> | undefined {
    return this.exact.get(method)?.get(path) ?? this.findBySegments(method, path) ?? this.findByPattern(method, path);
  }

  /** The methods that some route for this path has. */
  methodsAt(path: string): readonly string[] {
    return this.routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []));
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
    const route = node.ends.get(method);
    return route && toFound(route, values);
  }

  private findByPattern(method: string, path: string): FoundRoute<Target> | undefined {
    for (const route of this.routes) {
      const match = route.methods.includes(method) ? route.pattern.exec(path) : null;
      if (match) return toFound(route, match.slice(1));
    }
    return undefined;
  }
}

/** `{name}` stands for one segment, `{*name}` for any number of them. */
const PARAMETER = /\{(\*?)(\w+)\}/g;

function toPattern(template: string, isStrict: boolean): RegExp {
  const literal = template.replace(/[.+?^$()|[\]\\]/g, '\\$&');
  const source = literal.replace(PARAMETER, (_, wildcard) => (wildcard === '' ? '([^/]+)' : '([^]+)'));
  return new RegExp(`^${source}${isStrict ? '' : '/?'}$`);
}

function toFound<Target>({ target, names }: IndexedRoute<Target>, values: readonly string[]): FoundRoute<Target> {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) params[name] = decode(values[index] ?? '');
  return { target, params };
}

/** A malformed escape stays as it is. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function entry<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

const emptyNode = <Target>(): Node<Target> => ({ literals: new Map(), ends: new Map() });
