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

/**
 * Finds the first route for a method and a path. A path without parameters that is written exactly as in its template is
 * looked up; any other is compared with one pattern after the other.
 */
export class RouteIndex<Target> {
  private readonly routes: IndexedRoute<Target>[] = [];
  private readonly exact = new Map<string, FoundRoute<Target>>();

  /** If two routes are for the same paths, the first counts. */
  add(method: string, template: string, target: Target, isStrict = false): void {
    const names = [...template.matchAll(PARAMETER)].map(([, , name = '']) => name);
    const methods = method === 'GET' ? ['HEAD', 'GET'] : [method];
    this.routes.push({ methods, pattern: toPattern(template, isStrict), target, names });
    const request = `${method} ${template}`;
    if (names.length === 0 && !this.exact.has(request)) this.exact.set(request, { target, params: {} });
  }

  find(method: string, path: string): FoundRoute<Target> | undefined {
    return this.exact.get(`${method} ${path}`) ?? this.findByPattern(method, path);
  }

  /** The methods that some route for this path has. */
  methodsAt(path: string): readonly string[] {
    return this.routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []));
  }

  private findByPattern(method: string, path: string): FoundRoute<Target> | undefined {
    for (const { methods, pattern, target, names } of this.routes) {
      const match = methods.includes(method) ? pattern.exec(path) : null;
      if (!match) continue;
      const values = match.slice(1);
      return { target, params: Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? '')])) };
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

/** A malformed escape stays as it is. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
