import '../prompts/prompts.css';
import { lazy, Suspense, useState } from 'react';
import { type ImportMode, useImport } from '../../api/prompts/imports.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../shell/page.tsx';
import { FilePicker } from './file-picker.tsx';
import type { ImportSettings } from './prepare-import.ts';
import type { ReadFiles } from './read-files.ts';

const ImportForm = lazy(() => import('./import-form.tsx'));

const NO_FILES: ReadFiles = { files: [], refusals: [] };
const FIRST_SETTINGS: ImportSettings = { from: 'auto', folder: '', label: '', raw: false };

export default function ImportPage() {
  const [read, setRead] = useState(NO_FILES);
  const [settings, setSettings] = useState(FIRST_SETTINGS);
  const [mode, setMode] = useState<ImportMode>('skip');
  const sending = useImport();
  const choose = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    sending.reset();
    const { readFiles } = await import('./read-files.ts');
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
        <Suspense fallback={<Loading />}>
          <ImportForm
            read={read}
            settings={settings}
            mode={mode}
            sending={sending}
            onChange={change}
            onModeChange={setMode}
          />
        </Suspense>
      )}
    </Page>
  );
}
