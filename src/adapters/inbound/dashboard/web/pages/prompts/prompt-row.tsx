import { Badge, VisuallyHidden } from '@mantine/core';
import { IconFileText, IconMessages } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { PromptCalls } from '../../api/account/stats.ts';
import type { Prompt } from '../../api/prompts/prompts.ts';
import { LabelBadges } from '../../components/label-badges.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { tabDrafts } from '../../drafts/tab-drafts.ts';
import { useAccount } from '../../shell/account-context.ts';
import { formatCount } from '../../text/format.ts';

/** Number of labels that fit into the column; the page of the prompt shows all. */
const LABELS_SHOWN_MAX = 2;

interface PromptRowProps {
  readonly prompt: Prompt;
  readonly index: number;
  /** Undefined until they are loaded. */
  readonly calls: PromptCalls | undefined;
}

/** A prompt in the list. All of the row leads to its page. */
export const PromptRow = memo(function PromptRow({ prompt, index, calls }: PromptRowProps) {
  const { id, type, description, tags, labels, latestVersion, archived, updatedAt } = prompt;
  const { userId } = useAccount();
  return (
    <tr aria-rowindex={index + 2} data-index={index} className="prompt-row">
      <th scope="row" className="name-cell">
        <div className="name-line">
          <TypeIcon type={type} />
          <PromptLink prompt={prompt} />
          {tabDrafts.read(userId, id) && <RowBadge>draft</RowBadge>}
          {archived && <RowBadge>archived</RowBadge>}
        </div>
      </th>
      <td className="description-cell" dir="auto">
        {description}
        {tags.map((tag) => (
          <span key={tag}> #{tag}</span>
        ))}
      </td>
      <td className="labels-cell">
        {Object.keys(labels).length === 0 ? (
          <span className="no-labels">latest v{latestVersion}</span>
        ) : (
          <LabelBadges labels={labels} latestVersion={latestVersion} shownMax={LABELS_SHOWN_MAX} />
        )}
      </td>
      <td className="calls-cell">{calls && <CallCount calls={calls} id={id} />}</td>
      <td className="updated-cell">
        <RelativeTime at={updatedAt} isShort />
      </td>
    </tr>
  );
});

/** The folder gives way first when the name does not fit. */
function PromptLink({ prompt: { id, name, folder } }: { readonly prompt: Prompt }) {
  return (
    <Link href={`/prompts/${id}`} className="prompt-link" aria-label={name}>
      {folder !== '' && (
        <span className="prompt-folder" title={name}>
          {folder}/
        </span>
      )}
      <span className="prompt-own-name" title={name}>
        {name.slice(folder === '' ? 0 : folder.length + 1)}
      </span>
    </Link>
  );
}

function TypeIcon({ type }: { readonly type: Prompt['type'] }) {
  const Icon = type === 'chat' ? IconMessages : IconFileText;
  const name = type === 'chat' ? 'Chat' : 'Text';
  return (
    <span className="type-icon" role="img" aria-label={name} title={name}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

function RowBadge({ children }: { readonly children: string }) {
  return (
    <Badge variant="default" size="sm" tt="none" className="row-badge">
      {children}
    </Badge>
  );
}

function CallCount({ calls, id }: { readonly calls: PromptCalls; readonly id: string }) {
  const count = calls.calls[id];
  if (count === undefined && !calls.isComplete) return null;
  return (
    <>
      <span data-none={count === undefined || undefined}>{formatCount(count ?? 0)}</span>
      <VisuallyHidden> {count === 1 ? 'call' : 'calls'}</VisuallyHidden>
    </>
  );
}
