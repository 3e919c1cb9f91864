export interface IncludeOrder<Item> {
  /** First the items that include no other, then those that include only these, and so on. */
  readonly ordered: readonly Item[];
  /** Items that include themselves, directly or not, and items that include those. */
  readonly circular: readonly Item[];
}

interface Node<Item> {
  readonly position: number;
  readonly item: Item;
  readonly includers: Node<Item>[];
  /** How many of its included items are not ordered yet. */
  pending: number;
}

/**
 * Orders items so that each comes after everything it includes; otherwise preserves their order. Ignores names that are
 * not among the items. Visits each item once, however long a chain they form: an import may have tens of thousands.
 */
export function orderByIncludes<Item>(
  items: ReadonlyMap<string, Item>,
  includedNames: (item: Item) => ReadonlySet<string>,
): IncludeOrder<Item> {
  const nodes = new Map<string, Node<Item>>();
  for (const [name, item] of items) nodes.set(name, { position: nodes.size, item, includers: [], pending: 0 });
  for (const includer of nodes.values()) {
    for (const name of includedNames(includer.item)) {
      const included = nodes.get(name);
      if (!included) continue;
      included.includers.push(includer);
      includer.pending += 1;
    }
  }
  const ordered: Item[] = [];
  for (let ready = [...nodes.values()].filter(isReady); ready.length > 0; ready = findNextReady(ready)) {
    for (const { item } of ready) ordered.push(item);
  }
  const circular = [...nodes.values()].filter((node) => !isReady(node)).map(({ item }) => item);
  return { ordered, circular };
}

const isReady = ({ pending }: { readonly pending: number }): boolean => pending === 0;

/** The items that waited only for these, in their original order. */
function findNextReady<Item>(done: readonly Node<Item>[]): Node<Item>[] {
  const next: Node<Item>[] = [];
  for (const { includers } of done) {
    for (const includer of includers) {
      includer.pending -= 1;
      if (isReady(includer)) next.push(includer);
    }
  }
  return next.sort((one, other) => one.position - other.position);
}
