import { Group, NativeSelect, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useState } from 'react';
import { type Prompt, useVersion } from '../../../api/prompts.ts';
import { Loading } from '../../../components/loading.tsx';
import { LazyTemplateDiff } from '../../../editor/lazy-editor.tsx';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { versionOptions } from '../workspace/version-options.ts';
import { versionText } from '../workspace/version-text.ts';
import { DifferenceSummary } from './difference-summary.tsx';

interface ComparePanelProps {
  readonly prompt: Prompt;
  readonly from: number;
  readonly to: number;
  readonly onCompare: (from: number, to: number) => void;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}

type DiffLayout = 'side-by-side' | 'unified';

/** The differences between any two versions. */
export function ComparePanel({ prompt, from, to, onCompare, headingRef }: ComparePanelProps) {
  const isWide = useMediaQuery('(min-width: 62em)');
  const [selectedLayout, setLayout] = useState<DiffLayout>();
  const layout = selectedLayout ?? (isWide ? 'side-by-side' : 'unified');
  const [isFolded, setFolded] = useState(true);
  const options = versionOptions(prompt);
  return (
    <Stack gap="md" component="section" aria-labelledby="compare-heading" className="compare-panel">
      <Title order={2} size="h4" id="compare-heading" ref={headingRef} tabIndex={-1} className="compare-heading">
        Compare
      </Title>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="From"
          data={options}
          value={String(from)}
          onChange={({ currentTarget }) => onCompare(Number(currentTarget.value), to)}
        />
        <NativeSelect
          label="To"
          data={options}
          value={String(to)}
          onChange={({ currentTarget }) => onCompare(from, Number(currentTarget.value))}
        />
        <SegmentedControl
          aria-label="Layout of the comparison"
          data={[
            { value: 'side-by-side', label: 'Side by side' },
            { value: 'unified', label: 'Unified' },
          ]}
          value={layout}
          onChange={(next) => setLayout(next === 'unified' ? 'unified' : 'side-by-side')}
        />
        <Switch
          label="Only changes"
          mb={8}
          checked={isFolded}
          onChange={({ currentTarget }) => setFolded(currentTarget.checked)}
        />
      </Group>
      {from === to ? (
        <Text c="dimmed">Select two different versions.</Text>
      ) : (
        <>
          <DifferenceSummary id={prompt.id} from={from} to={to} />
          <TextDifference id={prompt.id} from={from} to={to} layout={layout} isFolded={isFolded} />
        </>
      )}
    </Stack>
  );
}

interface TextDifferenceProps {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly layout: DiffLayout;
  readonly isFolded: boolean;
}

function TextDifference({ id, from, to, layout, isFolded }: TextDifferenceProps) {
  const older = useVersion(id, from);
  const newer = useVersion(id, to);
  const problem = older.error ?? newer.error;
  if (problem)
    return (
      <LoadProblem
        title="Could not load the versions"
        problem={problem}
        onRetry={() => [older.refetch(), newer.refetch()]}
      />
    );
  if (!older.data || !newer.data) return <Loading />;
  const [before, after] = [versionText(older.data), versionText(newer.data)];
  if (before === after) return <Text c="dimmed">The content is the same.</Text>;
  return (
    <LazyTemplateDiff
      from={{ label: `Version ${from}`, text: before }}
      to={{ label: `Version ${to}`, text: after }}
      layout={layout}
      isFolded={isFolded}
    />
  );
}
