import { ActionIcon, Badge, Button, Group, Title } from '@mantine/core';
import { IconChevronDown, IconDots, IconEye, IconRestore, IconTag } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { Link } from 'wouter';
import { useDifference } from '../../../api/prompts/prompts.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { lazyDialog } from '../../../on-demand/lazy-dialog.tsx';
import { Menu } from '../../../on-demand/menu.tsx';
import { suggestLabels } from '../workspace/suggest-labels.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { type Comparison, describeComparison, promotionTarget } from './comparison.ts';
import type { Promotion } from './promote-dialog.tsx';

const PromoteDialog = lazyDialog(async () => (await import('./promote-dialog.tsx')).PromoteDialog, 'promotion');
const RestoreDialog = lazyDialog(async () => (await import('../dialogs/restore-dialog.tsx')).RestoreDialog, 'version');
const VersionDialog = lazyDialog(async () => (await import('../dialogs/version-dialog.tsx')).VersionDialog, 'version');

interface CompareHeadProps {
  readonly comparison: Comparison;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}

/** The compared versions, how many changes break programs, and the actions for the newer version. */
export function CompareHead({ comparison, headingRef }: CompareHeadProps) {
  const { prompt } = useWorkspace();
  const { from, to } = comparison;
  // Includes the version, which must not change in the open dialog when a newer one is published.
  const [promotion, setPromotion] = useState<Promotion>();
  return (
    <Group justify="space-between" gap="xs" align="flex-start">
      <Group gap="sm" className="compare-title">
        <Title order={2} size="h4" id="compare-heading" ref={headingRef} tabIndex={-1} className="compare-heading">
          {describeComparison(comparison)}
        </Title>
        {from !== to && <BreakingBadge comparison={comparison} />}
      </Group>
      <Group gap="xs" wrap="nowrap">
        {!prompt.archived && (
          <PromoteButton comparison={comparison} onPromote={(label) => setPromotion({ label, version: to })} />
        )}
        <VersionMenu version={to} />
      </Group>
      <PromoteDialog
        promotion={promotion}
        onClose={() => setPromotion(undefined)}
        // The button that opened the dialog may be gone.
        onPromoted={() => headingRef.current?.focus()}
      />
    </Group>
  );
}

function BreakingBadge({ comparison: { from, to } }: Pick<CompareHeadProps, 'comparison'>) {
  const { prompt } = useWorkspace();
  const { data } = useDifference(prompt.id, from, to);
  if (!data) return null;
  return data.breaking ? (
    <Badge className="breaking-badge" variant="light" color="yellow" tt="none" radius="sm">
      Breaking: {data.breakingChanges.length}
    </Badge>
  ) : (
    <Badge variant="default" tt="none" radius="sm">
      Not breaking
    </Badge>
  );
}

interface PromoteButtonProps extends Pick<CompareHeadProps, 'comparison'> {
  readonly onPromote: (label: string) => void;
}

function PromoteButton({ comparison, onPromote }: PromoteButtonProps) {
  const { prompt } = useWorkspace();
  const { to } = comparison;
  const target = promotionTarget(comparison, prompt);
  const others = suggestLabels(prompt.labels).filter((label) => label !== target && prompt.labels[label] !== to);
  return (
    <Button.Group>
      {target !== undefined && (
        <Button size="xs" onClick={() => onPromote(target)} className="promote-button">
          Promote v{to} to {target}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          {target === undefined ? (
            <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              Promote v{to} to…
            </Button>
          ) : (
            <ActionIcon size="input-xs" aria-label="Promote to another label" className="split-menu-button">
              <IconChevronDown size={14} aria-hidden />
            </ActionIcon>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((label) => (
            <Menu.Item key={label} leftSection={<IconTag size={16} aria-hidden />} onClick={() => onPromote(label)}>
              Promote v{to} to {label}
            </Menu.Item>
          ))}
          <Menu.Item component={Link} href={`/prompts/${prompt.id}?tab=labels`}>
            Another label…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

function VersionMenu({ version }: { readonly version: number }) {
  const { prompt } = useWorkspace();
  const [dialog, setDialog] = useState<'view' | 'restore'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={IconDots} label={`More actions for version ${version}`} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => setDialog('view')}>
            View v{version}
          </Menu.Item>
          {version !== prompt.latestVersion && !prompt.archived && (
            <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={() => setDialog('restore')}>
              Restore v{version}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VersionDialog version={dialog === 'view' ? version : undefined} onClose={close} />
      <RestoreDialog version={dialog === 'restore' ? version : undefined} onClose={close} />
    </>
  );
}
