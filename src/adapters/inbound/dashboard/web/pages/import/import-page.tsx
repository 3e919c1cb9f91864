import '../prompts/prompts.css';
import { Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ImportMode, useImport } from '../../api/imports.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { FilePicker } from './file-picker.tsx';
import { count, ImportReports, PromptTable } from './import-preview.tsx';
import { ImportResults } from './import-results.tsx';
import { ImportSettingsForm } from './import-settings.tsx';
import { findFolderProblem, findLabelProblem, type ImportSettings, prepareImport } from './prepare-import.ts';
import { type ReadFiles, readFiles } from './read-files.ts';

const NO_FILES: ReadFiles = { files: [], refusals: [] };
const FIRST_SETTINGS: ImportSettings = { from: 'auto', folder: '', label: '', raw: false };

export default function ImportPage() {
  const [read, setRead] = useState(NO_FILES);
  const [settings, setSettings] = useState(FIRST_SETTINGS);
  const [mode, setMode] = useState<ImportMode>('skip');
  const sending = useImport();
  const isValid = findFolderProblem(settings.folder) === null && findLabelProblem(settings.label) === null;
  const prepared = useMemo(
    () => (isValid ? prepareImport(read.files, settings, new Date()) : undefined),
    [read.files, settings, isValid],
  );
  const choose = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    sending.reset();
    setRead(await readFiles(chosen));
  };
  const change = (changes: Partial<ImportSettings>) => {
    sending.reset();
    setSettings((before) => ({ ...before, ...changes }));
  };
  const hasFiles = read.files.length + read.refusals.length > 0;
  return (
    <Page
      title="Import prompts"
      description="From files of Langfuse, OpenAI, GitHub, LangWatch, Genkit, LiteLLM, Prompty, promptfoo, PromptLayer, Humanloop or VS Code, or from an export of Prompthold."
    >
      <FilePicker chosen={read.files.map(({ path }) => path)} onChoose={choose} />
      {hasFiles && (
        <Stack gap="lg">
          <ImportSettingsForm settings={settings} mode={mode} onChange={change} onModeChange={setMode} />
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
      )}
    </Page>
  );
}
