import type { PromptApi } from '../api/prompt-api.ts';
import type { RemotePrompt } from '../api/prompt-responses.ts';
import { hashOfFile } from '../files/file-hash.ts';
import { type FilePrompt, printPromptFile } from '../files/prompt-file.ts';
import type { SoundFile } from '../files/read-prompt-files.ts';
import type { LockFile } from '../lock/lock-file.ts';
import { NO_CHANGE } from '../lock/metadata-change.ts';
import { isCertain, PublishedForms } from './published-form.ts';
import { type Decision, decide } from './push-decision.ts';
import type { PushOptions } from './sync-report.ts';

/** `updated`: no new version; a description, tags or labels change. */
export type Change = 'created' | 'new-version' | 'updated' | 'unchanged' | 'conflict';

/** Planned effect of a push on one file. */
export interface PlannedPush {
  readonly file: SoundFile;
  readonly decision: Decision;
  readonly change: Change;
  /** The prompt with its newest version before the push; undefined when there is no such prompt yet. */
  readonly remote: RemotePrompt | undefined;
  /** The file as a pull would have written it before and would write it after; empty where there is no prompt. */
  readonly before: string;
  readonly after: string;
  readonly moves: readonly LabelMove[];
}

/** A label that will point to another version than it does now; null when it points nowhere yet. */
export interface LabelMove {
  readonly label: string;
  readonly from: number | null;
}

/** Decides about the files of a folder, given the newest version of every prompt. */
export class PushPlanner {
  readonly #remotes: Map<string, RemotePrompt>;
  readonly #forms: PublishedForms;

  constructor(
    private readonly api: PromptApi,
    private readonly lock: LockFile,
    files: readonly SoundFile[],
    remotes: readonly RemotePrompt[],
    private readonly options: Pick<PushOptions, 'labels' | 'force'>,
  ) {
    this.#remotes = new Map(remotes.map((remote) => [remote.prompt.name, remote]));
    this.#forms = new PublishedForms(files, this.#remotes);
  }

  async plan(file: SoundFile): Promise<PlannedPush> {
    const remote = this.#remotes.get(file.name);
    const published = this.#forms.fill(file, remote?.prompt);
    const entry = this.lock.get(file.name);
    const decision = await decide({
      file,
      entry,
      remote,
      renamedTo: entry && !remote ? this.#nameOf(entry.id) : undefined,
      hash: hashOfFile(published),
      isCertain: isCertain(file),
      force: this.options.force,
      findVersion: (id, hash, after) => this.api.findVersion(id, hash, after),
    });
    const moves = this.#moves(decision, published, remote);
    return {
      file,
      decision,
      change: changeOf(decision, published, remote, moves),
      remote,
      before: remote ? printPromptFile(remote.prompt) : '',
      after: printPromptFile(afterwards(decision, published, remote?.prompt)),
      moves,
    };
  }

  /** Decides again after the prompt has changed. */
  async planAgain(file: SoundFile): Promise<PlannedPush> {
    const remote = await this.api.newest(file.name);
    if (remote) this.#remotes.set(file.name, remote);
    else this.#remotes.delete(file.name);
    return this.plan(file);
  }

  #nameOf(id: string): RemotePrompt['prompt']['name'] | undefined {
    return [...this.#remotes.values()].find((remote) => remote.id === id)?.prompt.name;
  }

  #moves(decision: Decision, published: FilePrompt, remote: RemotePrompt | undefined): readonly LabelMove[] {
    if (decision.kind === 'conflict') return [];
    const target = decision.kind === 'keep' ? decision.entry.version : sameVersion(published, remote);
    return this.options.labels
      .map((label) => ({ label, from: remote?.labels.get(label) ?? null }))
      .filter(({ from }) => from === null || from !== target);
  }
}

/** The newest version, if publishing would not add another one. */
const sameVersion = (published: FilePrompt, remote: RemotePrompt | undefined): number | undefined =>
  remote && hashOfFile(published) === remote.hash ? remote.latestVersion : undefined;

function changeOf(
  decision: Decision,
  published: FilePrompt,
  remote: RemotePrompt | undefined,
  moves: readonly LabelMove[],
): Change {
  if (decision.kind === 'conflict') return 'conflict';
  if (!remote) return 'created';
  if (decision.kind === 'publish' && sameVersion(published, remote) === undefined) return 'new-version';
  return decision.metadata !== NO_CHANGE || moves.length > 0 ? 'updated' : 'unchanged';
}

/** The newest version of the prompt after the push; for a conflict, what `--force` would publish. */
function afterwards(decision: Decision, published: FilePrompt, before: FilePrompt | undefined): FilePrompt {
  if (!before || decision.kind === 'conflict') return published;
  const { description = before.description, tags = before.tags } = decision.metadata;
  return { ...(decision.kind === 'keep' ? before : published), description, tags };
}
