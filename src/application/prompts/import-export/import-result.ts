import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import type { ContentWarning } from '../../../domain/templates/content-warnings.ts';
import type { BrokenIncluder } from '../guard-includers.ts';
import type { ImportedHead } from './imported-prompt.ts';

export const IMPORT_RESULTS = [
  'created',
  'skipped',
  'merged',
  'unchanged',
  'conflict',
  'protected',
  'breaking',
] as const;

/** The storage has written or confirmed these prompts, and so checked the credential, unless it was a dry run. */
const WRITTEN_RESULTS: ReadonlySet<string> = new Set(['created', 'merged', 'unchanged']);

export const isWritten = (result: ImportResult['result'], { dryRun }: { readonly dryRun: boolean }): boolean =>
  !dryRun && WRITTEN_RESULTS.has(result);

export interface ImportResult {
  readonly name: PromptName;
  readonly result: (typeof IMPORT_RESULTS)[number];
  /** The labels that a `breaking` prompt would break. */
  readonly broken?: readonly BrokenIncluder[] | undefined;
  /** About the newest version, if it was written or is there already. */
  readonly warnings: readonly ContentWarning[];
}

/** The result for one prompt, whose name is known. */
export interface ImportedOutcome extends Pick<ImportResult, 'broken'> {
  readonly kind: ImportResult['result'];
}

export const toImportResult = (
  { name, warnings }: ImportedHead,
  { kind: result, broken }: ImportedOutcome,
): ImportResult => ({ name, result, broken, warnings: WRITTEN_RESULTS.has(result) ? warnings : [] });
