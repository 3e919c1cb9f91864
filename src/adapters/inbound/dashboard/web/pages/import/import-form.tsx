import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { ImportMode, useImport } from '../../api/prompts/imports.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { count, ImportReports, PromptTable } from './import-preview.tsx';
import { ImportResults } from './import-results.tsx';
import { ImportSettingsForm } from './import-settings.tsx';
import { findFolderProblem, findLabelProblem, type ImportSettings, prepareImport } from './prepare-import.ts';
import type { ReadFiles } from './read-files.ts';

interface ImportFormProps {
  readonly read: ReadFiles;
  readonly settings: ImportSettings;
  readonly mode: ImportMode;
  readonly sending: ReturnType<typeof useImport>;
  readonly onChange: (changes: Partial<ImportSettings>) => void;
  readonly onModeChange: (mode: ImportMode) => void;
}

/** The settings of an import and what it would do. The page loads it with the first file, because the converters are large. */
export default function ImportForm({ read, settings, mode, sending, onChange, onModeChange }: ImportFormProps) {
  const isValid = findFolderProblem(settings.folder) === null && findLabelProblem(settings.label) === null;
  const prepared = useMemo(
    () => (isValid ? prepareImport(read.files, settings, new Date()) : undefined),
    [read.files, settings, isValid],
  );
  return (
    <Stack gap="lg">
      <ImportSettingsForm settings={settings} mode={mode} onChange={onChange} onModeChange={onModeChange} />
      {prepared && <ImportReports losses={prepared.losses} refusals={[...read.refusals, ...prepared.refusals]} />}
      {sending.error && <ProblemNotice title="Import failed" problem={sending.error} />}
      {sending.data ? (
        <ImportResults results={sending.data} />
      ) : (
        prepared &&
        prepared.documents.length > 0 && (
          <BusyButton
            busy={sending.isPending}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => sending.mutate({ documents: prepared.documents, mode })}
          >
            Import {count(prepared.documents.length, 'prompt')}
          </BusyButton>
        )
      )}
      {prepared && <PromptTable prompts={prepared.prompts} />}
    </Stack>
  );
}
