import type { PromptDocument } from '../../../domain/prompts/prompt-document.ts';
import { printLock } from './print-lock.ts';

/** The document in the form that `POST /api/import` expects: times become texts when it is serialized. */
export const printDocument = (document: PromptDocument): object => ({
  ...document,
  versions: document.versions.map(({ content, ...version }) => ({
    ...version,
    ...(content.type === 'text' ? { content: content.content } : { messages: content.messages }),
  })),
  history: document.history.map(({ locks, ...move }) => ({ ...move, ...(locks && { locks: locks.map(printLock) }) })),
});
