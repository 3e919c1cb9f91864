import type { Change } from '../../domain/changes/change.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { PromptId } from '../../domain/naming/prompt-name.ts';

/** A prompt as its own records say that it is. */
export interface CheckedState {
  readonly latestVersion: number;
  /** Null for a label that was removed. */
  readonly labels: ReadonlyMap<Label, number | null>;
}

/** A prompt as the feed says that it is, as far back as the feed goes. */
interface FeedState {
  isDeleted: boolean;
  latestVersion: number | undefined;
  readonly labels: Map<Label, number | null>;
}

export interface FeedProblem {
  readonly what: string;
  readonly promptId?: PromptId;
}

/**
 * Compares the feed of one account with its prompts. Prompts that the feed no longer mentions are not compared: their
 * changes are older than the retention. Nothing can be repaired, because history is never edited.
 */
export class CheckedFeed {
  private readonly stored = new Map<PromptId, CheckedState>();
  private readonly prompts = new Map<PromptId, FeedState>();
  private readonly missing: number[] = [];
  private newest: number | undefined;

  /** Takes the revision of the account. */
  constructor(private readonly revision: number) {}

  addPrompt(id: PromptId, state: CheckedState): void {
    this.stored.set(id, state);
  }

  /** Oldest first. */
  addChange(change: Change): void {
    const { newest } = this;
    if (newest !== undefined && change.revision > newest + 1) this.missing.push(newest + 1);
    this.newest = change.revision;
    if (change.type === 'protection.changed') return;
    const { promptId } = change.data;
    const state = this.prompts.get(promptId) ?? { isDeleted: false, latestVersion: undefined, labels: new Map() };
    this.prompts.set(promptId, state);
    switch (change.type) {
      case 'prompt.created':
      case 'version.published':
        state.latestVersion = change.data.version;
        break;
      case 'label.moved':
        state.labels.set(change.data.label, change.data.version);
        break;
      case 'prompt.deleted':
        state.isDeleted = true;
    }
  }

  problems(): readonly FeedProblem[] {
    const ofPrompts = [...this.prompts].flatMap(([promptId, state]) =>
      findContradictions(state, this.stored.get(promptId)).map((what) => ({ what, promptId })),
    );
    return [...this.findMissing(), ...ofPrompts];
  }

  /** The newest change is never deleted, so once there is one, it has the account's revision. */
  private findMissing(): readonly FeedProblem[] {
    const { newest, revision } = this;
    const gaps = this.missing.map((missing) => ({ what: `its feed has no change for revision ${missing}` }));
    if (newest === undefined || newest === revision) return gaps;
    return [...gaps, { what: `its feed ends at revision ${newest} instead of ${revision}` }];
  }
}

function findContradictions(feed: FeedState, stored: CheckedState | undefined): readonly string[] {
  if (feed.isDeleted) return stored ? ['it exists, but the feed says that it was deleted'] : [];
  if (!stored) return ['it does not exist, but the feed does not say that it was deleted'];
  const moved = [...feed.labels].filter(([label, version]) => (stored.labels.get(label) ?? null) !== version);
  const labels = moved.map(([label]) => `its label ${label} does not point where the feed says`);
  const isSame = feed.latestVersion === undefined || feed.latestVersion === stored.latestVersion;
  return isSame ? labels : [...labels, `the feed says that its latest version is ${feed.latestVersion}`];
}
