import './palette.css';
import { Group, Kbd, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { describeProblem } from '../components/problem-notice.tsx';
import type { DialogProps } from '../forms/dialog-props.ts';
import { moveSelection, type PaletteEntry, type PaletteGroup } from './palette-entries.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

/** Finds prompts, pages and actions by typing. */
export function CommandPalette({ opened, onClose }: DialogProps) {
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (opened) opener.current = document.activeElement;
  }, [opened]);
  const cancel = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={cancel}
      size={600}
      yOffset={80}
      // The page that an entry opens takes the focus itself.
      returnFocus={false}
      transitionProps={{ duration: 100 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Modal.Body p={0}>
          <Palette onClose={onClose} onCancel={cancel} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Palette({ onClose, onCancel }: { readonly onClose: () => void; readonly onCancel: () => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { groups, isSearching, problem } = usePaletteGroups(query.trim());
  const entries = groups.flatMap((group) => group.entries);
  const selected = entries.find(({ id }) => id === chosen) ?? entries[0];
  const list = useId();
  const run = (entry: PaletteEntry) => {
    // Otherwise the heading of the next page would leave the focus to this field.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
    entry.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') return onCancel();
    if (event.key === 'Enter' && selected) run(selected);
    else if (event.key === 'ArrowDown') setChosen(moveSelection(entries, selected?.id, 1));
    else if (event.key === 'ArrowUp') setChosen(moveSelection(entries, selected?.id, -1));
    else return undefined;
    return event.preventDefault();
  };
  const type = (text: string) => {
    setQuery(text);
    setChosen(undefined);
  };
  return (
    <>
      <TextInput
        aria-label="Search prompts, pages and actions"
        placeholder="Search prompts, pages and actions"
        size="md"
        variant="unstyled"
        className="palette-field"
        leftSection={<IconSearch size={18} aria-hidden />}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={selected && optionId(list, selected)}
        value={query}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={handleKey}
      />
      <PaletteList id={list} groups={groups} selected={selected} onRun={run} />
      {entries.length === 0 && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {isSearching ? 'Searching…' : 'Nothing found'}
        </Text>
      )}
      {problem && (
        <Text size="sm" c="red" px="md" pb="md" role="alert">
          Could not search prompts. {describeProblem(problem)}
        </Text>
      )}
      <VisuallyHidden role="status">{isSearching ? '' : countResults(entries.length)}</VisuallyHidden>
    </>
  );
}

const countResults = (count: number): string => (count === 1 ? '1 result' : `${count} results`);

const optionId = (list: string, { id }: PaletteEntry): string => `${list}-${id.replaceAll(' ', '-')}`;

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly selected: PaletteEntry | undefined;
  readonly onRun: (entry: PaletteEntry) => void;
}

/** The focus stays in the field, which names the selected option. */
function PaletteList({ id: list, groups, selected, onRun }: PaletteListProps) {
  const option = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another element.
  useEffect(() => {
    option.current?.scrollIntoView({ block: 'nearest' });
  }, [selected?.id]);
  return (
    <div className="palette-list" role="listbox" id={list} aria-label="Results">
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset must not be inside a listbox.
        <div key={title} role="group" aria-label={title}>
          <Text size="xs" c="dimmed" className="palette-title" aria-hidden>
            {title}
          </Text>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus, and handles keys.
            <div
              key={entry.id}
              id={optionId(list, entry)}
              ref={entry === selected ? option : null}
              role="option"
              aria-selected={entry === selected}
              className="palette-option"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(entry)}
            >
              <span className="palette-label">{entry.label}</span>
              {entry.note && <span className="palette-note">{entry.note}</span>}
              {entry.keys && <Keys keys={entry.keys} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <Group gap={4} wrap="nowrap" ml="auto" component="span" aria-hidden visibleFrom="sm">
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  );
}
