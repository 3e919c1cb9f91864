import { Badge, Button, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Prompt, useVersions, type VersionSummary } from '../../../api/prompts.ts';
import { LoadMore } from '../../../components/load-more.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { VersionDialog } from './version-dialog.tsx';

export function VersionsTab() {
  const { prompt } = useWorkspace();
  const [params, setParams] = useSearchParams();
  const comparison = useRef<HTMLHeadingElement>(null);
  const compare = (from: number, to: number) => setParams({ tab: 'versions', from: `${from}`, to: `${to}` });
  const compareWithLatest = (version: number) => {
    compare(version, prompt.latestVersion);
    // It is below the table, which may be many screens long.
    comparison.current?.scrollIntoView({ block: 'start' });
    comparison.current?.focus({ preventScroll: true });
  };
  const compared = readComparedVersions(params, prompt.latestVersion);
  return (
    <Stack gap="xl">
      <VersionTable prompt={prompt} onCompare={compareWithLatest} />
      {prompt.latestVersion > 1 ? (
        <ComparePanel prompt={prompt} {...compared} onCompare={compare} headingRef={comparison} />
      ) : (
        <Text c="dimmed">Save a second version to compare.</Text>
      )}
    </Stack>
  );
}

/** The versions named in the address if they exist, else the last two. */
function readComparedVersions(params: URLSearchParams, latest: number): { readonly from: number; readonly to: number } {
  const read = (name: string, fallback: number): number => {
    const version = Number(params.get(name));
    return Number.isInteger(version) && version >= 1 && version <= latest ? version : fallback;
  };
  return { from: read('from', Math.max(1, latest - 1)), to: read('to', latest) };
}

interface VersionTableProps {
  readonly prompt: Prompt;
  readonly onCompare: (version: number) => void;
}

function VersionTable({ prompt, onCompare }: VersionTableProps) {
  const versions = useVersions(prompt.id);
  const { data, error, refetch } = versions;
  const [viewed, setViewed] = useState<number>();
  const [restoring, setRestoring] = useState<number>();
  if (!data)
    return error ? <LoadProblem title="Could not load versions" problem={error} onRetry={refetch} /> : <Loading />;
  return (
    <Stack gap="sm" component="section" aria-labelledby="versions-heading">
      <Title order={2} size="h4" id="versions-heading">
        Versions
      </Title>
      {/* The roles survive the style of narrow screens, on which it is no table. */}
      <Table verticalSpacing="sm" aria-labelledby="versions-heading" className="versions-table" role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th scope="col" role="columnheader">
              Version
            </Table.Th>
            <Table.Th scope="col" role="columnheader">
              Message
            </Table.Th>
            <Table.Th scope="col" role="columnheader">
              Published
            </Table.Th>
            <Table.Th scope="col" role="columnheader">
              Labels
            </Table.Th>
            <Table.Th scope="col" role="columnheader">
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {data.map((version) => (
            <VersionRow
              key={version.version}
              prompt={prompt}
              version={version}
              onView={setViewed}
              onRestore={setRestoring}
              onCompare={onCompare}
            />
          ))}
        </Table.Tbody>
      </Table>
      <LoadMore query={versions} />
      <VersionDialog id={prompt.id} version={viewed} onClose={() => setViewed(undefined)} />
      <RestoreDialog version={restoring} onClose={() => setRestoring(undefined)} />
    </Stack>
  );
}

interface VersionRowProps extends VersionTableProps {
  readonly version: VersionSummary;
  readonly onView: (version: number) => void;
  readonly onRestore: (version: number) => void;
}

function VersionRow({ prompt, version: { version, message, publishedAt, restoredFrom }, ...actions }: VersionRowProps) {
  const isLatest = version === prompt.latestVersion;
  const labels = Object.entries(prompt.labels).filter(([, at]) => at === version);
  return (
    <Table.Tr role="row" className="version-row">
      <Table.Th scope="row" role="rowheader">
        {version}
      </Table.Th>
      <Table.Td role="cell" maw={320} className="broken-words version-message" dir="auto">
        {message ||
          (restoredFrom === null && (
            <Text size="sm" c="dimmed">
              No message
            </Text>
          ))}
        {restoredFrom !== null && (
          <Text size="sm" c="dimmed">
            Restored from version {restoredFrom}
          </Text>
        )}
      </Table.Td>
      <Table.Td role="cell" className="version-date">
        <Timestamp at={publishedAt} />
      </Table.Td>
      <Table.Td role="cell">
        <Group gap={6}>
          {isLatest && (
            <Badge variant="default" tt="none">
              latest
            </Badge>
          )}
          {labels.map(([label]) => (
            <Badge key={label} className="label-badge" variant="outline" tt="none">
              {label}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td role="cell" className="version-actions">
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <RowButton action="View" version={version} onClick={actions.onView} />
          {!isLatest && <RowButton action="Compare" version={version} onClick={actions.onCompare} />}
          {!isLatest && !prompt.archived && (
            <RowButton action="Restore" version={version} onClick={actions.onRestore} />
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface RowButtonProps {
  readonly action: string;
  readonly version: number;
  readonly onClick: (version: number) => void;
}

function RowButton({ action, version, onClick }: RowButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${action} version ${version}`}
      onClick={() => onClick(version)}
    >
      {action}
    </Button>
  );
}
