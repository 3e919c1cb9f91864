import './versions.css';
import { Button, Title } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'wouter';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { comparisonQuery, readComparison } from './comparison.ts';
import { VersionBadges, VersionRail, type VersionRailProps } from './version-rail.tsx';

/** Below this width, the list of versions would leave too little room for the comparison beside it. */
const RAIL = '(min-width: 62em)';

/** The versions on the left, and on the right what the selected one changes. */
export function VersionsTab() {
  const { prompt } = useWorkspace();
  const [params, setParams] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const comparison = readComparison(params, prompt);
  const hasRail = useMediaQuery(RAIL, true, { getInitialValueInEffect: false });
  const showComparison = () => {
    heading.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <div className="versions">
      {hasRail ? (
        <section className="version-rail" aria-labelledby="versions-heading">
          <Title order={2} size="h6" id="versions-heading" px={10} pb={6}>
            {prompt.latestVersion === 1 ? '1 version' : `${prompt.latestVersion} versions`}
          </Title>
          <VersionRail comparison={comparison} onSelect={showComparison} />
        </section>
      ) : (
        <FoldedRail comparison={comparison} onSelect={showComparison} />
      )}
      <ComparePanel
        comparison={comparison}
        onCompareWith={(from) => setParams(comparisonQuery(comparison.to, from))}
        headingRef={heading}
      />
    </div>
  );
}

/** On a narrow screen, the list of versions opens on demand. */
function FoldedRail({ comparison, onSelect }: VersionRailProps) {
  const { prompt } = useWorkspace();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { to } = comparison;
  const select = () => {
    // The comparison is where it stays only after the list above it is gone.
    flushSync(close);
    onSelect();
  };
  return (
    <section aria-label="Versions">
      <Button
        variant="default"
        fullWidth
        justify="space-between"
        aria-expanded={isOpen}
        onClick={toggle}
        rightSection={<IconChevronDown size={16} aria-hidden />}
      >
        <span className="selected-version">
          Version {to} of {prompt.latestVersion} <VersionBadges version={to} />
        </span>
      </Button>
      {isOpen && (
        <div className="unfolded-rail">
          <VersionRail comparison={comparison} onSelect={select} />
        </div>
      )}
    </section>
  );
}
