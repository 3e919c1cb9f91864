import { Badge, Button, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type PromptWithVersion, useVersions, type VersionSummary } from '../../../api/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { Moment } from '../../../components/moment.tsx';
import { ProblemNotice } from '../../../components/problem-notice.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { VersionDialog } from './version-dialog.tsx';

export function VersionsTab({ prompt }: { readonly prompt: PromptWithVersion }) {
  const [address, setAddress] = useSearchParams();
  const compare = (from: number, to: number) => setAddress({ tab: 'versions', from: `${from}`, to: `${to}` });
  const ends = readEnds(address, prompt.latestVersion);
  return (
    <Stack gap="xl">
      <VersionTable prompt={prompt} compare={(version) => compare(version, prompt.latestVersion)} />
      {prompt.latestVersion > 1 ? (
        <ComparePanel prompt={prompt} {...ends} compare={compare} />
      ) : (
        <Text c="dimmed">Two versions can be compared once there are two.</Text>
      )}
    </Stack>
  );
}

/** The ends that the address names, where there are such versions; else the last two. */
function readEnds(address: URLSearchParams, latest: number): { readonly from: number; readonly to: number } {
  const read = (name: string, otherwise: number): number => {
    const version = Number(address.get(name));
    return Number.isInteger(version) && version >= 1 && version <= latest ? version : otherwise;
  };
  return { from: read('from', Math.max(1, latest - 1)), to: read('to', latest) };
}

interface VersionTableProps {
  readonly prompt: PromptWithVersion;
  readonly compare: (version: number) => void;
}

function VersionTable({ prompt, compare }: VersionTableProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useVersions(prompt.id);
  const [viewed, view] = useState<number>();
  const [restored, restore] = useState<number>();
  if (!data) return error ? <ProblemNotice problem={error} retry={refetch} /> : <Loading />;
  return (
    <Stack gap="sm" component="section" aria-labelledby="versions-heading">
      <Title order={2} size="h4" id="versions-heading">
        Versions
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <Table verticalSpacing="sm" aria-labelledby="versions-heading">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Version</Table.Th>
              <Table.Th scope="col">Message</Table.Th>
              <Table.Th scope="col">Published</Table.Th>
              <Table.Th scope="col">Labels</Table.Th>
              <Table.Th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((version) => (
              <VersionRow
                key={version.version}
                prompt={prompt}
                version={version}
                view={view}
                restore={restore}
                compare={compare}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
      <VersionDialog id={prompt.id} version={viewed} close={() => view(undefined)} />
      <RestoreDialog prompt={prompt} version={restored} close={() => restore(undefined)} />
    </Stack>
  );
}

interface VersionRowProps extends VersionTableProps {
  readonly version: VersionSummary;
  readonly view: (version: number) => void;
  readonly restore: (version: number) => void;
}

function VersionRow({ prompt, version: { version, message, publishedAt, restoredFrom }, ...act }: VersionRowProps) {
  const isLatest = version === prompt.latestVersion;
  const labels = Object.entries(prompt.labels).filter(([, at]) => at === version);
  return (
    <Table.Tr>
      <Table.Th scope="row">{version}</Table.Th>
      <Table.Td maw={320} className="broken-words">
        {message ||
          (restoredFrom === null && (
            <Text size="sm" c="dimmed">
              No message
            </Text>
          ))}
        {restoredFrom !== null && (
          <Text size="sm" c="dimmed">
            Version {restoredFrom} again
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Moment at={publishedAt} />
      </Table.Td>
      <Table.Td>
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
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <RowButton what="View" version={version} act={act.view} />
          {!isLatest && <RowButton what="Compare" version={version} act={act.compare} />}
          {!isLatest && !prompt.archived && <RowButton what="Restore" version={version} act={act.restore} />}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface RowButtonProps {
  readonly what: string;
  readonly version: number;
  readonly act: (version: number) => void;
}

function RowButton({ what, version, act }: RowButtonProps) {
  return (
    <Button size="compact-sm" variant="default" aria-label={`${what} version ${version}`} onClick={() => act(version)}>
      {what}
    </Button>
  );
}
