import { printIncludeTarget } from '../../../domain/naming/include-target.ts';
import type { LockDocument, PromptDocument } from '../../../domain/prompts/prompt-document.ts';

/** The document in the form that `POST /api/import` expects: times become texts when it is serialized. */
export const printDocument = (document: PromptDocument): object => ({
  ...document,
  versions: document.versions.map(({ content, ...version }) => ({
    ...version,
    ...(content.type === 'text' ? { content: content.content } : { messages: content.messages }),
  })),
  history: document.history.map(({ locks, ...move }) => ({ ...move, ...(locks && { locks: locks.map(printLock) }) })),
});

const printLock = ({ since, lock }: LockDocument) => ({
  since,
  lock: lock && {
    fingerprint: lock.fingerprint,
    includes: lock.includes.map(({ target, version }) => ({ include: printIncludeTarget(target), version })),
  },
});
