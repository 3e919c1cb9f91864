import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import { LATEST, type Label, type LabelOrLatest } from '../../../domain/naming/label.ts';
import { DEFAULT_CHOICE, Prompt, resolve } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionDraft } from '../../../domain/prompts/prompt-version.ts';
import { jsonBytes } from '../../../domain/text/json.ts';
import type { PromptReading } from '../../ports/prompts/prompt-reader.ts';
import type { IncludeReader } from './load-includes.ts';

/** A prompt as it is, and as a write would leave it. */
export interface ProspectiveChange {
  readonly before: Prompt;
  readonly after: Prompt;
  /** The versions that the write would publish. */
  readonly published: ReadonlyMap<number, PromptVersion>;
}

/** An include expression that would select another version. */
export interface Redirection {
  readonly target: IncludeTarget;
  readonly from: number;
  readonly to: number;
}

/** Labels move in this order; null removes one. */
export function toChange(
  before: Prompt,
  moves: Iterable<readonly [Label, number | null]>,
  published: readonly PromptVersion[] = [],
): ProspectiveChange {
  const labels = new Map(before.labels);
  for (const [label, version] of moves) {
    if (version === null) labels.delete(label);
    else labels.set(label, version);
  }
  const latestVersion = published.at(-1)?.version ?? before.latestVersion;
  const after = Prompt.of({ ...before, labels, latestVersion });
  return { before, after, published: new Map(published.map((version) => [version.version, version])) };
}

/** The change by a new version, if there is a draft, to which labels move. */
export function toPublication(before: Prompt, draft: VersionDraft | undefined, labels: readonly Label[]) {
  const version = before.latestVersion + (draft ? 1 : 0);
  const moves = labels.map((label) => [label, version] as const);
  return toChange(before, moves, draft ? [{ ...draft, version, publishedAt: before.updatedAt }] : []);
}

/** The expressions that would select another version than now. Only those of texts: a chat cannot be included. */
export function findRedirections({ before, after }: ProspectiveChange): ReadonlyMap<string, Redirection> {
  const redirections = new Map<string, Redirection>();
  const labels: readonly LabelOrLatest[] = before.type === 'text' ? [LATEST, ...before.labels.keys()] : [];
  const selectors = labels.map((label) => ({ by: 'label', label }) as const);
  for (const selector of before.type === 'text' ? [undefined, ...selectors] : []) {
    const from = resolve(before, selector ?? DEFAULT_CHOICE)?.version;
    const to = resolve(after, selector ?? DEFAULT_CHOICE)?.version;
    const target = { name: before.name, selector };
    if (from !== undefined && to !== undefined && from !== to) {
      redirections.set(printIncludeTarget(target), { target, from, to });
    }
  }
  return redirections;
}

/** Reads all prompts as they are, except for one, which it shows as a change would leave it. */
export class ProspectiveReader implements IncludeReader {
  constructor(
    private readonly reader: IncludeReader,
    private readonly change: ProspectiveChange,
  ) {}

  async read(...[owner, reference, choice, credential]: Parameters<IncludeReader['read']>) {
    const { before, after } = this.change;
    const isChanged = reference.by === 'name' ? reference.name === before.name : reference.id === before.id;
    if (!isChanged) return this.reader.read(owner, reference, choice, credential);
    const version = resolve(after, choice)?.version;
    const published = this.#findPublished(version);
    if (version === undefined || published) return { prompt: after, version: published } satisfies PromptReading;
    return this.reader.read(owner, reference, { by: 'version', version }, credential);
  }

  async readIncludedHeads(...[owner, targets]: Parameters<IncludeReader['readIncludedHeads']>) {
    const heads = await this.reader.readIncludedHeads(
      owner,
      targets.map((target) => this.#redirect(target)),
    );
    return heads.map((head, index) => {
      const target = targets[index];
      const published = target && this.#isChanged(target) ? this.#findPublished(this.#select(target)) : undefined;
      return head && published ? { ...head, storedBytes: jsonBytes(published.content) } : head;
    });
  }

  #isChanged({ name }: IncludeTarget): boolean {
    return name === this.change.before.name;
  }

  #select({ selector }: IncludeTarget): number | undefined {
    return resolve(this.change.after, selector ?? DEFAULT_CHOICE)?.version;
  }

  #findPublished(version: number | undefined): PromptVersion | undefined {
    return version === undefined ? undefined : this.change.published.get(version);
  }

  /** The head of a version that does not exist yet is that of its prompt. */
  #redirect(target: IncludeTarget): IncludeTarget {
    const version = this.#isChanged(target) ? this.#select(target) : undefined;
    return version === undefined ? target : { name: target.name, selector: { by: 'version', version } };
  }
}
