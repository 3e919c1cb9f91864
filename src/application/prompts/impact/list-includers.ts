import type { AccountId } from '../../../domain/accounts/account.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import { LATEST, type Label, type LabelOrLatest } from '../../../domain/naming/label.ts';
import type { PromptName, PromptReference } from '../../../domain/naming/prompt-name.ts';
import { DEFAULT_CHOICE, type Prompt, resolve } from '../../../domain/prompts/prompt.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import { readIncluders } from '../includes/read-includes.ts';
import { readLock, versionsInUse } from '../includes/versions-in-use.ts';

/** `behind`: locked to an older version than the expression selects now. */
export const INCLUDER_STATES = ['follows', 'pinned', 'locked', 'behind'] as const;
export type IncluderState = (typeof INCLUDER_STATES)[number];

/** A version in use that includes a prompt. */
export interface Includer {
  readonly prompt: Prompt;
  readonly version: number;
  /** The labels that point to it, as far as they are in this state. */
  readonly labels: readonly Label[];
  readonly isLatest: boolean;
  readonly include: IncludeTarget;
  readonly state: IncluderState;
}

/** A position in the list: so many includers of the prompt with this name were on the pages before. */
export interface IncluderPosition {
  readonly name: PromptName;
  readonly skip: number;
}

export interface IncluderPage {
  readonly after?: IncluderPosition | undefined;
  readonly limit: number;
}

export type ListIncludersOutcome =
  | { readonly kind: 'listed'; readonly includers: readonly Includer[]; readonly next: IncluderPosition | undefined }
  | { readonly kind: 'not-found' };

/** Lists the labelled and latest versions that include a prompt directly, by name. Heavy work. */
export class ListIncluders {
  constructor(private readonly reader: PromptReader) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { after, limit }: IncluderPage,
    execution: Execution = UNLIMITED,
  ): Promise<ListIncludersOutcome> {
    const included = await this.reader.find(owner, reference);
    if (!included) return { kind: 'not-found' };
    const names = new Set<PromptName>();
    for await (const { includer } of readIncluders(this.reader, owner, included.name)) {
      execution.signal.throwIfAborted();
      if (!after || includer >= after.name) names.add(includer);
    }
    const includers: Includer[] = [];
    for (const name of [...names].sort()) {
      const prompt = await this.reader.find(owner, { by: 'name', name });
      const found = prompt ? await Array.fromAsync(this.#includersIn(prompt, included, execution)) : [];
      const skip = name === after?.name ? after.skip : 0;
      const room = limit - includers.length;
      includers.push(...found.slice(skip, skip + room));
      if (found.length > skip + room) return { kind: 'listed', includers, next: { name, skip: skip + room } };
    }
    return { kind: 'listed', includers, next: undefined };
  }

  async *#includersIn(prompt: Prompt, included: Prompt, execution: Execution): AsyncGenerator<Includer, void> {
    for await (const { version, labels, targets } of versionsInUse(this.reader, prompt, false, execution)) {
      const includes = targets.filter(({ name }) => name === included.name);
      if (includes.length === 0) continue;
      const locks = new Map<LabelOrLatest, ReleaseLock | undefined>();
      for (const label of labels) locks.set(label, await readLock(this.reader, prompt, label));
      for (const include of includes) {
        const byState = Map.groupBy(labels, (label) => stateOf(include, included, locks.get(label)));
        for (const [state, inState] of byState) {
          yield {
            prompt,
            version: version.version,
            labels: inState.filter((label): label is Label => label !== LATEST),
            isLatest: inState.includes(LATEST),
            include,
            state,
          };
        }
      }
    }
  }
}

function stateOf(include: IncludeTarget, included: Prompt, lock: ReleaseLock | undefined): IncluderState {
  if (include.selector?.by === 'version') return 'pinned';
  const key = printIncludeTarget(include);
  const locked = lock?.includes.find(({ target }) => printIncludeTarget(target) === key);
  if (!locked) return 'follows';
  const current = resolve(included, include.selector ?? DEFAULT_CHOICE)?.version;
  return current !== undefined && locked.version < current ? 'behind' : 'locked';
}
