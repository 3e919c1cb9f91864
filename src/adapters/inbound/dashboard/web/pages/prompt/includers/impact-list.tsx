import { Button, List, Popover, Text } from '@mantine/core';
import type { Impact } from '../../../api/prompts/includers.ts';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';

/** A button with a summary, which opens the list of prompts that a change affects. */
export function ImpactList({ impact, summary }: { readonly impact: Impact; readonly summary: string }) {
  return (
    <Popover width={340} position="top" trapFocus withArrow shadow="md">
      <Popover.Target>
        <Button variant="default" size="compact-sm" className="impact-note">
          {summary}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="impact-list">
        <List size="sm" tabIndex={0}>
          {impact.data.map(({ name, label, include, state, breaking }) => (
            <List.Item key={`${name} ${label} ${include}`} className="broken-words">
              {name}@{label}
              <Text span c="dimmed" inherit>
                {state === 'locked' ? ' is locked and stays as it is' : ` includes ${include}`}
              </Text>
              {breaking.length > 0 && <BreakingChanges changes={breaking} />}
            </List.Item>
          ))}
        </List>
      </Popover.Dropdown>
    </Popover>
  );
}
