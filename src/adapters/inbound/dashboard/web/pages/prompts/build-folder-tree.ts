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
  const topLevelCount = folders.find(({ folder }) => folder === '')?.count ?? 0;
  const named = folders.filter(({ folder }) => folder !== '');
  return { count: countAll(folders), topLevelCount, children: arrange(named, '') };
}

const countAll = (folders: readonly FolderCount[]): number => folders.reduce((sum, { count }) => sum + count, 0);

/** Arranges folders whose paths begin with the prefix, which is empty or ends with a slash. */
function arrange(folders: readonly FolderCount[], prefix: string): readonly FolderNode[] {
  const byName = Map.groupBy(folders, ({ folder }) => folder.slice(prefix.length).replace(/\/.*/, ''));
  const nodes = [...byName].map(([name, within]) => {
    const path = prefix + name;
    const below = within.filter(({ folder }) => folder !== path);
    return { path, name, count: countAll(within), children: arrange(below, `${path}/`) };
  });
  return nodes.sort((one, other) => (one.name < other.name ? -1 : 1));
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
