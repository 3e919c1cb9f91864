import type { Label } from '../../domain/naming/label.ts';
import type { PromptId } from '../../domain/naming/prompt-name.ts';
import type { ReleaseLock } from '../../domain/prompts/release.ts';
import type { StoredPrompt } from '../ports/storage/storage-maintenance.ts';

/** The newest version of a prompt that a lock names, and the label that has the lock. */
interface LockedVersion {
  readonly version: number;
  readonly promptId: PromptId;
  readonly label: Label;
}

/** Compares the locks of an account with its protected labels and its prompts. Nothing can be repaired without rendering. */
export class CheckedLocks {
  private readonly protectedLabels = new Set<Label>();
  private readonly latestVersions = new Map<PromptId, number>();
  private readonly unprotected: Omit<LockedVersion, 'version'>[] = [];
  private readonly newest = new Map<PromptId, LockedVersion>();

  protect(label: Label): void {
    this.protectedLabels.add(label);
  }

  addPrompt({ id, latestVersion }: Pick<StoredPrompt, 'id' | 'latestVersion'>): void {
    this.latestVersions.set(id, latestVersion);
  }

  /** The protected labels must be known already; the prompts that the lock names need not be. */
  add(promptId: PromptId, label: Label, { includes }: ReleaseLock): void {
    if (!this.protectedLabels.has(label)) this.unprotected.push({ promptId, label });
    for (const { promptId: included, version } of includes) {
      if (version > (this.newest.get(included)?.version ?? 0)) this.newest.set(included, { version, promptId, label });
    }
  }

  problems(): readonly { readonly what: string; readonly promptId: PromptId }[] {
    const missing = [...this.newest].filter(([id, { version }]) => version > (this.latestVersions.get(id) ?? 0));
    return [
      ...this.unprotected.map(({ promptId, label }) => ({
        what: `its label ${label} has a lock, but is not protected`,
        promptId,
      })),
      ...missing.map(([id, { version, promptId, label }]) => ({
        what: `the lock of its label ${label} names version ${version} of ${id}, which does not exist`,
        promptId,
      })),
    ];
  }
}
