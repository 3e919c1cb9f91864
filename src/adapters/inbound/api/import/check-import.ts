import { hash } from 'node:crypto';
import type { ContentHashing } from '../../../../application/ports/hashing.ts';
import { type CheckedPrompt, checkDocuments } from '../../../../application/prompts/import-export/imported-prompt.ts';
import type { ContentHash } from '../../../../domain/prompts/prompt-version.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';
import { checkBody } from '../../http/body/read-json.ts';
import type { ErrorCode } from '../../http/errors/error-codes.ts';
import { invalid, Rejection, type RejectionExtras } from '../../http/errors/rejection.ts';
import type { ImportForm } from '../prompts/operations/transfer-document.ts';
import { importDocument, promptDocument, readDocument } from '../prompts/operations/transfer-document.ts';

export type CheckedImport =
  | { readonly kind: 'valid'; readonly prompts: readonly CheckedPrompt[] }
  | { readonly kind: 'rejected'; readonly code: ErrorCode; readonly extras: RejectionExtras };

const VALUES_MAX = 1_000_000;
/** A version is nested five levels deeper in an export than in the request that published it. */
const DOCUMENT_LEVELS = 5;
/** Number of these levels that are around a prompt. */
const LEVELS_AROUND_PROMPT = 3;

const hashing: ContentHashing = { hash: (text) => `sha256:${hash('sha256', text, 'hex')}` as ContentHash };

/** Parses and checks the text of an import. This is what takes long, and can run on another thread. */
export function checkImport(bytes: Uint8Array, form: ImportForm, now: Date): CheckedImport {
  try {
    return { kind: 'valid', prompts: checkPrompts(bytes, form, now) };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { kind: 'rejected', code: error.code, extras: error.extras };
  }
}

function checkPrompts(bytes: Uint8Array, form: ImportForm, now: Date): readonly CheckedPrompt[] {
  const checked = checkDocuments(parseDocuments(bytes, form).map(readDocument), hashing, now);
  if (checked.kind === 'valid') return checked.prompts;
  // The paths of the application begin at the list of prompts.
  const within = (path: string): string => (form === 'document' ? `data.${path}` : path.replace(/^prompts\.0\./, ''));
  throw invalid(checked.problems.map((problem) => ({ ...problem, path: within(problem.path) })));
}

function parseDocuments(bytes: Uint8Array, form: ImportForm) {
  const depthMax = JSON_DEPTH_MAX + DOCUMENT_LEVELS;
  const limits = { valuesMax: VALUES_MAX, depthMax, roundsIntegers: true } as const;
  if (form === 'document') return checkBody(bytes, importDocument, limits).data.prompts;
  return [checkBody(bytes, promptDocument, { ...limits, depthMax: depthMax - LEVELS_AROUND_PROMPT })];
}
