import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';

interface FilePickerProps {
  readonly chosen: readonly string[];
  readonly onChoose: (files: readonly File[]) => void;
}

/** React's types do not have it, because it is not standardized; all browsers have it. */
const FOLDER_ATTRIBUTES = { webkitdirectory: '' };

/** Takes files by buttons or by dropping them. */
export function FilePicker({ chosen, onChoose }: FilePickerProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  const allow = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Paper
      withBorder
      p="lg"
      bg={isOver ? 'var(--mantine-color-default-hover)' : 'transparent'}
      onDrop={drop}
      onDragOver={allow}
      onDragLeave={() => setIsOver(false)}
    >
      <Stack gap="sm">
        <Group gap="sm">
          <FileButton multiple onChange={onChoose} inputProps={{ 'aria-label': 'Files to import' }}>
            {(props) => (
              <Button variant="default" leftSection={<IconFile size={16} aria-hidden />} {...props}>
                Choose files
              </Button>
            )}
          </FileButton>
          <FileButton
            multiple
            onChange={onChoose}
            inputProps={{ 'aria-label': 'Folder to import', ...FOLDER_ATTRIBUTES }}
          >
            {(props) => (
              <Button variant="default" leftSection={<IconFolder size={16} aria-hidden />} {...props}>
                Choose a folder
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            or drop files here
          </Text>
        </Group>
        <Text size="sm" role="status">
          {describeChosen(chosen)}
        </Text>
      </Stack>
    </Paper>
  );
}

function describeChosen(chosen: readonly string[]): string {
  const [first] = chosen;
  if (first === undefined) return 'No files chosen. You can review everything before it is imported.';
  return chosen.length === 1 ? first : `${chosen.length} files, from ${first} to ${chosen.at(-1)}`;
}
