import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { useVersion, type Version } from '../../../api/prompts/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { LazyTemplateDiff } from '../../../editor/lazy-editor.tsx';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { versionOptions } from '../workspace/version-options.ts';
import { versionText } from '../workspace/version-text.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { CompareHead } from './compare-head.tsx';
import { type Comparison, PREVIOUS_VERSION } from './comparison.ts';
import { DifferenceSummary } from './difference-summary.tsx';

const VersionContent = lazy(async () => ({ default: (await import('../dialogs/version-content.tsx')).VersionContent }));

interface ComparePanelProps {
  readonly comparison: Comparison;
  readonly onCompareWith: (from: string) => void;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}

/** Shows what a version changes, and how to promote it. */
export function ComparePanel({ comparison, onCompareWith, headingRef }: ComparePanelProps) {
  const { prompt } = useWorkspace();
  const { from, to } = comparison;
  const older = useVersion(prompt.id, from);
  const newer = useVersion(prompt.id, to);
  const problem = older.error ?? newer.error;
  const retry = () => [older.refetch(), newer.refetch()];
  return (
    <Stack gap="sm" component="section" aria-labelledby="compare-heading" className="compare-panel">
      <CompareHead comparison={comparison} headingRef={headingRef} />
      <Group justify="space-between" gap="xs" wrap="wrap">
        <PublicationLine version={newer.data} />
        {prompt.latestVersion > 1 && <BaseSelect comparison={comparison} onCompareWith={onCompareWith} />}
      </Group>
      {from !== to && <DifferenceSummary comparison={comparison} />}
      {problem ? (
        <LoadProblem title="Could not load the versions" problem={problem} onRetry={retry} />
      ) : !older.data || !newer.data ? (
        <Loading />
      ) : from === to ? (
        <Suspense fallback={<Loading />}>
          <VersionContent version={newer.data} text={versionText(newer.data)} />
        </Suspense>
      ) : (
        <TextDifference older={older.data} newer={newer.data} />
      )}
      {prompt.latestVersion === 1 && <Text c="dimmed">Save a second version to compare.</Text>}
    </Stack>
  );
}

function PublicationLine({ version }: { readonly version: Version | undefined }) {
  return (
    <Text size="sm" c="dimmed" className="publication-line">
      {version && (
        <>
          Published <RelativeTime at={version.publishedAt} />
          {version.restoredFrom !== null && `, restored from v${version.restoredFrom}`}
          {version.message !== '' && (
            <>
              {' · '}
              <bdi>{version.message}</bdi>
            </>
          )}
        </>
      )}
    </Text>
  );
}

function BaseSelect({ comparison, onCompareWith }: Omit<ComparePanelProps, 'headingRef'>) {
  const { prompt } = useWorkspace();
  const { from, label, chosenFrom } = comparison;
  const labels = Object.entries(prompt.labels).sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <Group gap={8} wrap="nowrap" component="label" className="base-select">
      <Text component="span" size="sm" c="dimmed">
        Compare with
      </Text>
      <NativeSelect
        size="xs"
        value={chosenFrom === PREVIOUS_VERSION ? chosenFrom : (label ?? String(from))}
        onChange={({ currentTarget }) => onCompareWith(currentTarget.value)}
        data={[
          { value: PREVIOUS_VERSION, label: 'Previous version' },
          { group: 'Labels', items: labels.map(([name, at]) => ({ value: name, label: `${name} (v${at})` })) },
          { group: 'Versions', items: versionOptions(prompt) },
        ]}
      />
    </Group>
  );
}

type DiffLayout = 'side-by-side' | 'unified';

const LAYOUTS: readonly { readonly value: DiffLayout; readonly label: string }[] = [
  { value: 'unified', label: 'Unified' },
  { value: 'side-by-side', label: 'Side by side' },
];

function TextDifference({ older, newer }: { readonly older: Version; readonly newer: Version }) {
  const isWide = useMediaQuery('(min-width: 90em)', true, { getInitialValueInEffect: false });
  const [selectedLayout, setLayout] = useState<DiffLayout>();
  const layout = selectedLayout ?? (isWide ? 'side-by-side' : 'unified');
  const [isFolded, setFolded] = useState(true);
  const [before, after] = [versionText(older), versionText(newer)];
  if (before === after) return <Text c="dimmed">The content is the same.</Text>;
  return (
    <LazyTemplateDiff
      from={{ label: `Version ${older.version}`, text: before }}
      to={{ label: `Version ${newer.version}`, text: after }}
      layout={layout}
      isFolded={isFolded}
      controls={
        <>
          <Button.Group aria-label="Layout of the comparison">
            {LAYOUTS.map(({ value, label }) => (
              <Button
                key={value}
                size="xs"
                variant={value === layout ? 'light' : 'default'}
                aria-pressed={value === layout}
                onClick={() => setLayout(value)}
              >
                {label}
              </Button>
            ))}
          </Button.Group>
          <Switch
            size="xs"
            label="Only changes"
            checked={isFolded}
            onChange={({ currentTarget }) => setFolded(currentTarget.checked)}
          />
        </>
      }
    />
  );
}
