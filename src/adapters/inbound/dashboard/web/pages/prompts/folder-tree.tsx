import './folder-tree.css';
import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type PromptFilters, writeFilters } from '../../api/prompts/prompt-filters.ts';
import { formatCount } from '../../text/format.ts';
import type { FolderNode, FolderTree } from './build-folder-tree.ts';

/** Further folders of a level are shown on request: an account can have thousands. */
const SHOWN_MAX = 100;

interface FolderTreeProps {
  /** Undefined until it is loaded. */
  readonly tree: FolderTree | undefined;
  readonly filters: PromptFilters;
  readonly onSelect: () => void;
}

/** The folders of the account as links that filter the list, each with its number of prompts. */
export function FolderTreeNav({ tree, filters, onSelect }: FolderTreeProps) {
  const [isToggled, setIsToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (!tree) return <PendingFolders />;
  const entry = { filters, onSelect };
  const levels: Levels = {
    ...entry,
    isExpanded: (path) => isToggled.get(path) ?? isWithin(filters.folder, path),
    toggle: (path, expanded) => setIsToggled((before) => new Map(before).set(path, expanded)),
  };
  return (
    <nav aria-label="Folders">
      <ul className="folder-list">
        <li>
          <FolderLink {...entry} folder={undefined} name="All prompts" count={tree.count} />
        </li>
        {tree.children.length > 0 && tree.topLevelCount > 0 && (
          <li>
            <FolderLink {...entry} folder="" name="No folder" count={tree.topLevelCount} />
          </li>
        )}
      </ul>
      {tree.children.length > 0 && <FolderLevel nodes={tree.children} depth={0} {...levels} />}
    </nav>
  );
}

/** Whether the folder is this one or below it. */
const isWithin = (folder: string | undefined, path: string): boolean =>
  folder !== undefined && `${folder}/`.startsWith(`${path}/`);

interface Levels extends Pick<FolderTreeProps, 'filters' | 'onSelect'> {
  readonly isExpanded: (path: string) => boolean;
  readonly toggle: (path: string, expanded: boolean) => void;
}

function FolderLevel({ nodes, depth, ...levels }: Levels & { nodes: readonly FolderNode[]; depth: number }) {
  const [isComplete, setIsComplete] = useState(false);
  const shown = isComplete ? nodes : nodes.slice(0, SHOWN_MAX);
  return (
    <ul className="folder-list">
      {shown.map((node) => (
        <li key={node.path}>
          <div className="folder-line" style={{ paddingInlineStart: depth * 14 }}>
            <ExpandButton node={node} {...levels} />
            <FolderLink {...levels} folder={node.path} name={node.name} count={node.count} />
          </div>
          {node.children.length > 0 && levels.isExpanded(node.path) && (
            <FolderLevel nodes={node.children} depth={depth + 1} {...levels} />
          )}
        </li>
      ))}
      {shown.length < nodes.length && (
        <li>
          <button type="button" className="more-folders" onClick={() => setIsComplete(true)}>
            Show {formatCount(nodes.length - shown.length)} more
          </button>
        </li>
      )}
    </ul>
  );
}

function ExpandButton({ node: { path, children }, isExpanded, toggle }: Levels & { readonly node: FolderNode }) {
  if (children.length === 0) return <span className="expand-folder" />;
  const expanded = isExpanded(path);
  return (
    <button
      type="button"
      className="expand-folder"
      aria-expanded={expanded}
      aria-label={`Folders in ${path}`}
      onClick={() => toggle(path, !expanded)}
    >
      <IconChevronRight size={14} aria-hidden />
    </button>
  );
}

interface FolderLinkProps extends Pick<FolderTreeProps, 'filters' | 'onSelect'> {
  readonly folder: string | undefined;
  readonly name: string;
  readonly count: number;
}

function FolderLink({ filters, onSelect, folder, name, count }: FolderLinkProps) {
  const query = writeFilters({ ...filters, folder }).toString();
  return (
    <Link
      href={query === '' ? '/prompts' : `/prompts?${query}`}
      className="folder-link"
      aria-current={filters.folder === folder ? 'true' : undefined}
      title={folder || undefined}
      onClick={onSelect}
    >
      <span className="folder-name">{name}</span>
      <span className="folder-count">{formatCount(count)}</span>
    </Link>
  );
}

const PENDING_FOLDERS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

const PendingFolders = () => (
  <div aria-hidden>
    {PENDING_FOLDERS.map((folder) => (
      <div key={folder} className="pending-folder">
        <Skeleton height={12} width="70%" />
      </div>
    ))}
  </div>
);
