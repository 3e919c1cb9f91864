import { Button, List, Popover, Text } from '@mantine/core';
import { type ImpactRequest, useImpact } from '../../../api/prompts/includers.ts';
import { BreakingChanges } from '../workspace/breaking-changes.tsx';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { describeImpact } from './describe-impact.ts';

/** What a change would do to prompts that include this one, with a list of them; nothing if it changes none. */
export function ImpactNote({ change }: { readonly change: ImpactRequest | undefined }) {
  const { prompt } = useWorkspace();
  const impact = useImpact(prompt.id, prompt.type === 'text' ? change : undefined);
  const summary = impact ? describeImpact(impact) : '';
  if (!impact || summary === '') return null;
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
