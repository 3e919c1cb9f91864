import type { AccountId } from '../../../domain/accounts/account.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import type { PromptId, PromptName, PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { VersionChoice } from '../../../domain/prompts/prompt.ts';
import type { IncludeCursor, PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { AccountPreconditions, SeenPrompt } from '../../ports/prompts/prompt-writer.ts';

/** Few enough for a write to check each while it has the account locked. */
export const SEEN_PROMPTS_MAX = 200;

/**
 * The reader of one decision about includes. Records each prompt that the decision looks at as it was when it was first
 * read, so that the write can require that none of them has changed.
 */
export class SeenPrompts implements Pick<PromptReader, 'read' | 'findVersion' | 'readIncludedHeads' | 'listIncludes'> {
  readonly #prompts = new Map<PromptName, SeenPrompt>();
  #accountRevision: number | undefined;

  constructor(private readonly reader: PromptReader) {}

  /** Requires that no prompt of the account has changed when the decision looked at very many. */
  get preconditions(): AccountPreconditions {
    if (this.#prompts.size > SEEN_PROMPTS_MAX) return { accountRevision: this.#accountRevision };
    return { prompts: [...this.#prompts.values()] };
  }

  async readIncludedHeads(owner: AccountId, targets: readonly IncludeTarget[]) {
    // Read before all prompts, so that any later change makes the decision stale.
    this.#accountRevision ??= await this.reader.readRevision(owner);
    const heads = await this.reader.readIncludedHeads(owner, targets);
    for (const [index, { name }] of targets.entries()) {
      const { id, revision, writeId } = heads[index] ?? {};
      if (!this.#prompts.has(name)) this.#prompts.set(name, { name, id, revision, writeId });
    }
    return heads;
  }

  async listIncludes(owner: AccountId, names: readonly PromptName[], after?: IncludeCursor) {
    const unseen = names.filter((name) => !this.#prompts.has(name));
    if (unseen.length > 0) {
      await this.readIncludedHeads(
        owner,
        unseen.map((name) => ({ name, selector: undefined })),
      );
    }
    return this.reader.listIncludes(owner, names, after);
  }

  /** Reads the prompt that the decision is about, or one whose head was read before. */
  read(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    return this.reader.read(owner, reference, choice);
  }

  /** Versions never change. */
  findVersion(owner: AccountId, id: PromptId, version: number) {
    return this.reader.findVersion(owner, id, version);
  }
}
