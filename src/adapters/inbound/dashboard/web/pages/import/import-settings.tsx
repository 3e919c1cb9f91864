import { Checkbox, Group, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { SOURCE_NAMES } from '../../../../../converters/conversion.ts';
import type { ImportMode } from '../../api/prompts/imports.ts';
import { findFolderProblem, findLabelProblem, type ImportSettings } from './prepare-import.ts';

const FORMAT_NAMES: Readonly<Record<ImportSettings['from'], string>> = {
  auto: 'Detect',
  langfuse: 'Langfuse export',
  openai: 'OpenAI prompt objects',
  github: 'GitHub Models',
  langwatch: 'LangWatch',
  dotprompt: 'Dotprompt (Genkit)',
  litellm: 'LiteLLM',
  prompty: 'Prompty',
  promptfoo: 'promptfoo',
  promptlayer: 'PromptLayer',
  humanloop: 'Humanloop',
};

const FORMATS = ['auto' as const, ...SOURCE_NAMES].map((value) => ({ value, label: FORMAT_NAMES[value] }));

interface ImportSettingsFormProps {
  readonly settings: ImportSettings;
  readonly mode: ImportMode;
  readonly onChange: (changes: Partial<ImportSettings>) => void;
  readonly onModeChange: (mode: ImportMode) => void;
}

export function ImportSettingsForm({ settings, mode, onChange, onModeChange }: ImportSettingsFormProps) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ alignItems: 'end' }}>
        <Select
          label="Format"
          data={FORMATS}
          value={settings.from}
          allowDeselect={false}
          onChange={(from) => onChange({ from: FORMATS.find(({ value }) => value === from)?.value ?? 'auto' })}
        />
        <TextInput
          label="Folder"
          description="Import all prompts into this folder (optional)"
          placeholder="imported"
          value={settings.folder}
          error={findFolderProblem(settings.folder)}
          onChange={({ currentTarget }) => onChange({ folder: currentTarget.value })}
        />
        <TextInput
          label="Label"
          description="For prompts without labels in the source (optional)"
          placeholder="production"
          value={settings.label}
          error={findLabelProblem(settings.label)}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
      </SimpleGrid>
      <Checkbox
        label="Import templates that can’t be converted as plain text, with their tags escaped"
        checked={settings.raw}
        onChange={({ currentTarget }) => onChange({ raw: currentTarget.checked })}
      />
      <Radio.Group
        label="Prompts that already exist"
        value={mode}
        onChange={(value) => onModeChange(value === 'merge' ? 'merge' : 'skip')}
      >
        <Group mt={4}>
          <Radio value="skip" label="Skip" />
          <Radio value="merge" label="Add missing versions" />
        </Group>
      </Radio.Group>
    </Stack>
  );
}
