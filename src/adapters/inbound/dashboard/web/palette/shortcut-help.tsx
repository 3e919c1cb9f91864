import './palette.css';
import { Group, Kbd, Modal, Stack, Switch, Text, Title } from '@mantine/core';
import type { DialogProps } from '../forms/dialog-props.ts';
import { COMMAND_KEY } from '../shell/command-context.ts';
import { PAGES } from '../shell/pages.ts';
import { useShortcutSetting } from './use-shortcuts.ts';

const GENERAL = [
  { label: 'New prompt', keys: ['C'] },
  { label: 'Search this page', keys: ['/'] },
  { label: 'Show these shortcuts', keys: ['?'] },
];

const ANYWHERE = [
  { label: 'Search everything', keys: [COMMAND_KEY, 'K'] },
  { label: 'Save the prompt', keys: [COMMAND_KEY, 'S'] },
  { label: 'Find and replace', keys: [COMMAND_KEY, 'F'] },
];

export function ShortcutHelp({ opened, onClose }: DialogProps) {
  const [isOn, setOn] = useShortcutSetting();
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <Stack gap="lg">
        <ShortcutList title="Anywhere" shortcuts={ANYWHERE} />
        <ShortcutList title="When you are not typing" shortcuts={GENERAL} />
        <ShortcutList
          title="Go to"
          shortcuts={PAGES.map(({ label, key }) => ({ label, keys: ['G', key.toUpperCase()] }))}
        />
        <Switch
          label="Single-key shortcuts"
          description={`Off: only shortcuts with ${COMMAND_KEY} work. Applies to this browser.`}
          checked={isOn}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}

interface ShortcutListProps {
  readonly title: string;
  readonly shortcuts: readonly { readonly label: string; readonly keys: readonly string[] }[];
}

function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <dl className="shortcuts">
        {shortcuts.map(({ label, keys }) => (
          <div key={label}>
            <Text component="dt" size="sm">
              {label}
            </Text>
            <dd>
              <Group gap={4} wrap="nowrap">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
