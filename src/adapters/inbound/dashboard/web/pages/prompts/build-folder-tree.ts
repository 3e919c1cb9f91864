export interface FolderNode {
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** The prompts in the folder and in all folders below it. */
  readonly count: number;
  readonly children: readonly FolderNode[];
}

export interface FolderTree {
  /** Number of all prompts. */
  readonly count: number;
  /** Number of prompts in no folder. */
  readonly topLevelCount: number;
  readonly children: readonly FolderNode[];
}

interface FolderCount {
  readonly folder: string;
  /** The prompts directly in the folder. */
  readonly count: number;
}

/** Arranges folders as a tree, including those that contain nothing but other folders. */
export function buildFolderTree(folders: readonly FolderCount[]): FolderTree {
  const root = emptyNode('', '');
  for (const { folder, count } of folders) {
    let node = root;
    node.count += count;
    for (const name of folder === '' ? [] : folder.split('/')) {
      let child = node.byName.get(name);
      if (!child) {
        child = emptyNode(node.path === '' ? name : `${node.path}/${name}`, name);
        node.byName.set(name, child);
      }
      child.count += count;
      node = child;
    }
  }
  const topLevelCount = folders.find(({ folder }) => folder === '')?.count ?? 0;
  return { count: root.count, topLevelCount, children: childrenOf(root) };
}

/** How many prompts a folder of the tree contains; undefined is any folder, and the empty one the top level. */
export function countIn(tree: FolderTree, folder: string | undefined): number {
  if (folder === undefined) return tree.count;
  if (folder === '') return tree.topLevelCount;
  let nodes = tree.children;
  let count = 0;
  for (const name of folder.split('/')) {
    const node = nodes.find((each) => each.name === name);
    if (!node) return 0;
    ({ count, children: nodes } = node);
  }
  return count;
}

interface GrowingNode {
  readonly path: string;
  readonly name: string;
  count: number;
  readonly byName: Map<string, GrowingNode>;
}

const emptyNode = (path: string, name: string): GrowingNode => ({ path, name, count: 0, byName: new Map() });

const childrenOf = ({ byName }: GrowingNode): readonly FolderNode[] =>
  [...byName.values()]
    .map((node) => ({ path: node.path, name: node.name, count: node.count, children: childrenOf(node) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
