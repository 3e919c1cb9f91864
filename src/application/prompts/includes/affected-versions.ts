import type { AccountId } from '../../../domain/accounts/account.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import type { LabelOrLatest } from '../../../domain/naming/label.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import { DEFAULT_CHOICE, type Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { Execution } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { Redirection } from './prospective-change.ts';
import { readIncluders } from './read-includes.ts';
import { directIncludes, readLock, versionsInUse } from './versions-in-use.ts';

/** A version behind a label, or the latest one, that leads to an expression which would select another version. */
export interface AffectedVersion {
  readonly prompt: Prompt;
  readonly label: LabelOrLatest;
  readonly version: PromptVersion;
  readonly include: IncludeTarget;
  /** The label serves what its lock names, whatever the expression selects. */
  readonly isLocked: boolean;
}

export type ImpactReader = Pick<PromptReader, 'read' | 'find' | 'findVersion' | 'listIncluders' | 'readIncludedHeads'>;

/** Finds every affected version of other prompts, in the order of their names, whether it includes the prompt directly or not. */
export class AffectedVersions {
  /** The first redirected expression that an expression leads to. */
  readonly #reached = new Map<string, IncludeTarget | undefined>();
  readonly #includers = new Set<PromptName>();

  constructor(
    private readonly reader: ImpactReader,
    private readonly owner: AccountId,
    private readonly redirections: ReadonlyMap<string, Redirection>,
    private readonly execution: Execution,
  ) {}

  /** Also the latest versions, unless only those behind labels count. */
  async *find(changed: PromptName, onlyLabelled: boolean): AsyncGenerator<AffectedVersion, void> {
    await this.#collectIncluders(changed);
    for (const name of [...this.#includers].sort()) {
      const prompt = await this.reader.find(this.owner, { by: 'name', name });
      if (prompt) yield* this.#findIn(prompt, onlyLabelled);
    }
  }

  /** The names of all prompts of which any version leads to a redirected expression. */
  async #collectIncluders(changed: PromptName): Promise<void> {
    const pending = [changed];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for await (const { includer, target } of readIncluders(this.reader, this.owner, name)) {
        this.execution.signal.throwIfAborted();
        if (this.#includers.has(includer)) continue;
        if (name === changed && !this.redirections.has(printIncludeTarget(target))) continue;
        this.#includers.add(includer);
        pending.push(includer);
      }
    }
  }

  async *#findIn(prompt: Prompt, onlyLabelled: boolean): AsyncGenerator<AffectedVersion, void> {
    for await (const used of versionsInUse(this.reader, prompt, onlyLabelled, this.execution)) {
      const include = await this.#findReached(used.targets);
      for (const label of include ? used.labels : []) {
        const isLocked = (await readLock(this.reader, prompt, label)) !== undefined;
        if (include) yield { prompt, label, version: used.version, include, isLocked };
      }
    }
  }

  async #findReached(targets: readonly IncludeTarget[]): Promise<IncludeTarget | undefined> {
    for (const target of targets) {
      const key = printIncludeTarget(target);
      const reached = this.#reached.has(key) ? this.#reached.get(key) : await this.#follow(target);
      this.#reached.set(key, reached);
      if (reached) return reached;
    }
    return undefined;
  }

  /** Ends, because no prompt includes itself. */
  async #follow(target: IncludeTarget): Promise<IncludeTarget | undefined> {
    const redirection = this.redirections.get(printIncludeTarget(target));
    if (redirection) return redirection.target;
    if (!this.#includers.has(target.name)) return undefined;
    this.execution.signal.throwIfAborted();
    const { name, selector } = target;
    const reading = await this.reader.read(this.owner, { by: 'name', name }, selector ?? DEFAULT_CHOICE);
    return reading?.version && this.#findReached(await directIncludes(reading.version, this.execution));
  }
}
