import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId, PromptName } from '../../../domain/naming/prompt-name.ts';
import { DEFAULT_CHOICE, type Prompt, resolve } from '../../../domain/prompts/prompt.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import type { Execution } from '../../ports/execution.ts';
import type { PromptCatalog, PromptQuery } from '../../ports/prompts/prompt-catalog.ts';
import type { FullReading, PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelLock } from '../../ports/prompts/protected-labels.ts';
import type { FindRelease } from '../find-release.ts';
import { readIncludes } from '../includes/read-includes.ts';

const PROMPTS_AT_A_TIME = 50;

/** A prompt in which a label is locked. */
export interface LockedPrompt {
  readonly promptId: PromptId;
  /** Whether an include is locked to an older version than it selects now. */
  readonly isBehind: boolean;
}

/** Finds the locks in all prompts of an account: those that it has, and those that a change of protection sets and clears. */
export class FindLocks {
  constructor(
    private readonly reader: PromptReader,
    private readonly catalog: Pick<PromptCatalog, 'list'>,
    private readonly findRelease: FindRelease,
  ) {}

  /** Finds the locks that labels lack, with the includes as they are now. */
  async findMissing(owner: AccountId, labels: readonly Label[], execution: Execution): Promise<readonly LabelLock[]> {
    const locks: LabelLock[] = [];
    for await (const { prompt, version, label, lock } of this.includersWith(owner, labels, execution)) {
      if (lock) continue;
      const release = await this.findRelease.execute(this.reader, owner, version, execution);
      if (release.lock) locks.push({ promptId: prompt.id, label, lock: release.lock });
    }
    return locks;
  }

  /** Finds the locks that labels have, to be cleared. */
  async findHeld(owner: AccountId, labels: readonly Label[], execution: Execution): Promise<readonly LabelLock[]> {
    const locks: LabelLock[] = [];
    for await (const { prompt, label, lock } of this.includersWith(owner, labels, execution)) {
      if (lock) locks.push({ promptId: prompt.id, label, lock: null });
    }
    return locks;
  }

  /** The prompts in which the label is locked. */
  async findLocked(owner: AccountId, label: Label, execution: Execution): Promise<readonly LockedPrompt[]> {
    const newest = new Map<PromptName, Prompt | undefined>();
    const isBehind = async ({ includes }: ReleaseLock): Promise<boolean> => {
      for (const { target, version } of includes) {
        const { name, selector = DEFAULT_CHOICE } = target;
        if (!newest.has(name)) newest.set(name, await this.reader.find(owner, { by: 'name', name }));
        const included = newest.get(name);
        if (((included && resolve(included, selector)?.version) ?? version) > version) return true;
      }
      return false;
    };
    const locked: LockedPrompt[] = [];
    for await (const { prompt, lock } of this.includersWith(owner, [label], execution)) {
      if (lock) locked.push({ promptId: prompt.id, isBehind: await isBehind(lock) });
    }
    return locked;
  }

  /** The versions that these labels serve of prompts which include others in any version. */
  private async *includersWith(
    owner: AccountId,
    labels: readonly Label[],
    execution: Execution,
  ): AsyncGenerator<FullReading & { readonly label: Label }> {
    for (const label of labels) {
      let after: Prompt | undefined;
      do {
        execution.signal.throwIfAborted();
        const prompts = await this.catalog.list(owner, pageOf(label, after));
        for (const prompt of await this.includersAmong(owner, prompts)) {
          const reading = await this.reader.read(owner, { by: 'id', id: prompt.id }, { by: 'label', label });
          if (reading?.version) yield { ...reading, version: reading.version, label };
        }
        after = prompts.length < PROMPTS_AT_A_TIME ? undefined : prompts.at(-1);
      } while (after);
    }
  }

  private async includersAmong(owner: AccountId, prompts: readonly Prompt[]): Promise<readonly Prompt[]> {
    const includers = new Set<string>();
    const names = prompts.map(({ name }) => name);
    for await (const { includer } of readIncludes(this.reader, owner, names)) includers.add(includer);
    return prompts.filter(({ name }) => includers.has(name));
  }
}

const pageOf = (label: Label, after: Prompt | undefined): PromptQuery => ({
  tags: [],
  label,
  archived: 'any',
  sort: 'name',
  order: 'ascending',
  after,
  limit: PROMPTS_AT_A_TIME,
});
