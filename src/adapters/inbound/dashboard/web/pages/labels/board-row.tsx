import { ActionIcon, Anchor, Badge, Checkbox, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCopyPlus, IconLock } from '@tabler/icons-react';
import type { MouseEvent, Ref } from 'react';
import { Link } from 'wouter';
import { type BoardPrompt, countBehind, type LabelLocks, versionOf } from '../../api/labels/board-prompt.ts';
import type { Selection } from './use-selection.ts';

interface BoardRowProps {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly index: number;
  readonly prompt: BoardPrompt;
  readonly columns: readonly string[];
  readonly locks: LabelLocks;
  readonly selection: Selection;
  readonly onDuplicate: (prompt: BoardPrompt) => void;
}

export function BoardRow({ ref, index, prompt, columns, locks, selection, onDuplicate }: BoardRowProps) {
  const { id, name, folder, latestVersion } = prompt;
  const lastPart = name.slice(folder === '' ? 0 : folder.length + 1);
  const isSelected = selection.has(id);
  const select = ({ shiftKey }: MouseEvent) => (shiftKey ? selection.extendTo(id) : selection.toggle(id));
  return (
    // The first row is the head.
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className="board-row"
      data-selected={isSelected || undefined}
    >
      <td className="board-check">
        <Checkbox
          size="xs"
          aria-label={`Select ${name}`}
          checked={isSelected}
          // Shift is known to clicks only. The keyboard clicks too.
          onChange={ignore}
          onClick={select}
        />
      </td>
      <th scope="row" className="board-name">
        <Anchor
          component={Link}
          href={`/prompts/${id}?tab=labels`}
          title={name}
          underline="hover"
          c="inherit"
          size="sm"
        >
          {folder !== '' && <span className="board-folder">{folder}/</span>}
          {lastPart}
        </Anchor>
      </th>
      <td className="board-latest">
        <span className="board-cell-label">latest </span>v{latestVersion}
      </td>
      {columns.map((label) => (
        <LabelCell key={label} prompt={prompt} label={label} hasOldIncludes={locks.get(label)?.get(id)} />
      ))}
      <td className="board-actions">
        <Tooltip label="Duplicate" openDelay={300}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Duplicate ${name}`}
            onClick={() => onDuplicate(prompt)}
          >
            <IconCopyPlus size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}

const ignore = () => undefined;

interface LabelCellProps {
  readonly prompt: BoardPrompt;
  readonly label: string;
  /** Undefined if the label is not locked. */
  readonly hasOldIncludes: boolean | undefined;
}

function LabelCell({ prompt, label, hasOldIncludes }: LabelCellProps) {
  const version = versionOf(prompt, label);
  const behind = countBehind(prompt, label);
  if (version === undefined) {
    return (
      <td className="board-label" data-empty>
        <Text span size="sm" c="dimmed" aria-hidden>
          –
        </Text>
        <VisuallyHidden>none</VisuallyHidden>
      </td>
    );
  }
  return (
    <td className="board-label">
      <span className="board-cell-label">{label} </span>
      <Badge
        className="label-badge"
        data-behind={behind > 0 || undefined}
        variant="outline"
        tt="none"
        title={behind > 0 ? `${behind} behind the latest version` : undefined}
      >
        v{version}
        {behind > 0 && <VisuallyHidden>, {behind} behind latest</VisuallyHidden>}
      </Badge>
      {hasOldIncludes !== undefined && <LockMark isBehind={hasOldIncludes} />}
    </td>
  );
}

function LockMark({ isBehind }: { readonly isBehind: boolean }) {
  const text = `Serves what was included when it moved${isBehind ? '; its includes have newer versions' : ''}`;
  return (
    <span role="img" aria-label={text} title={text} className="board-lock" data-behind={isBehind || undefined}>
      <IconLock aria-hidden size={14} />
    </span>
  );
}
