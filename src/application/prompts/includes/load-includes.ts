import type { AccountId } from '../../../domain/accounts/account.ts';
import { invariant } from '../../../domain/invariant.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import type { PromptId, PromptName } from '../../../domain/naming/prompt-name.ts';
import type { Problem } from '../../../domain/problem.ts';
import { DEFAULT_CHOICE, resolve } from '../../../domain/prompts/prompt.ts';
import type { FingerprintedVersion } from '../../../domain/prompts/release.ts';
import {
  INCLUDES_MAX,
  INCLUDES_TOO_LARGE,
  type IncludeProblem,
  TOO_MANY_INCLUDES,
  TOO_MANY_TAGS_TOGETHER,
  tooDeep,
  toProblem,
} from '../../../domain/templates/include-problems.ts';
import { hasManyTags, TEMPLATE_TAGS_MAX, TOO_MANY_TAGS } from '../../../domain/templates/prompt-content.ts';
import { INCLUDE_BYTES_MAX, INCLUDE_DEPTH_MAX, INCLUDE_TAGS_MAX } from '../../../domain/templates/render-template.ts';
import { parseTemplateInSteps, type Template } from '../../../domain/templates/template.ts';
import { type IncludeLookup, includeTargets } from '../../../domain/templates/template-uses.ts';
import { utf8Bytes } from '../../../domain/text/utf8.ts';
import { type Execution, letOthersRun, runInTurns } from '../../ports/execution.ts';
import type { IncludedHead, PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { IncludeRule, Pin, PinIncludes } from './pin-includes.ts';

export interface LoadedTemplates {
  readonly lookup: IncludeLookup;
  /** The size of all loaded texts together. */
  readonly bytes: number;
  readonly tags: number;
}

export interface LoadedIncludes extends LoadedTemplates {
  readonly kind: 'loaded';
  /** The version behind a target, which must be one that was reached. */
  readonly get: (target: IncludeTarget) => IncludedVersion;
}

export type IncludesOutcome =
  | LoadedIncludes
  /** Includes of something that does not exist, too many, or nested too deeply. */
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'too-large'; readonly limit: 'include-bytes' | 'tags'; readonly problem: Problem };

export type IncludeReader = Pick<PromptReader, 'read' | 'readIncludedHeads'>;

/** For templates that include nothing. */
export const NOTHING_INCLUDED: LoadedIncludes = {
  kind: 'loaded',
  get: (target) => {
    throw new Error(`nothing includes ${printIncludeTarget(target)}`);
  },
  lookup: () => undefined,
  bytes: 0,
  tags: 0,
};

/** Stored content is quoted, which at most doubles the length of printable text. */
const STORED_BYTES_MAX = 2 * INCLUDE_BYTES_MAX;

const TOO_LARGE: IncludesOutcome = { kind: 'too-large', limit: 'include-bytes', problem: INCLUDES_TOO_LARGE };
const TOO_MANY_TAGS_IN_ALL: IncludesOutcome = { kind: 'too-large', limit: 'tags', problem: TOO_MANY_TAGS_TOGETHER };

/** An included text, parsed once. */
export interface IncludedVersion extends FingerprintedVersion {
  readonly promptId: PromptId;
  readonly name: PromptName;
  readonly version: number;
  readonly by: IncludeRule;
  readonly template: Template;
}

/**
 * Loads everything that templates include, directly or not, level by level: the current versions, or those that are
 * pinned.
 *
 * The limit of bytes is checked for a whole level on its stored lengths, before any of it is loaded.
 */
export async function loadIncludes(
  reader: IncludeReader,
  owner: AccountId,
  targets: readonly IncludeTarget[],
  execution: Execution,
  pin?: PinIncludes,
): Promise<IncludesOutcome> {
  const loading = new Loading(reader, owner, execution, pin);
  let level = targets;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > INCLUDE_DEPTH_MAX) return loading.rejectTooDeep(level);
    const outcome = (await loading.checkLevel(level)) ?? (await loading.loadLevel(level));
    if (outcome) return outcome;
    level = loading.targetsOf(level);
  }
  return loading.finish();
}

/** The includes of one loading, by printed target. */
class Loading {
  readonly #included = new Map<string, IncludedVersion>();
  readonly #problems = new Map<string, Problem>();
  readonly #pins = new Map<string, Pin>();
  #storedBytes = 0;
  #bytes = 0;
  #tags = 0;

  constructor(
    private readonly reader: IncludeReader,
    private readonly owner: AccountId,
    private readonly execution: Execution,
    private readonly pin: PinIncludes | undefined,
  ) {}

  finish(): IncludesOutcome {
    if (this.#problems.size > 0) return { kind: 'invalid', problems: [...this.#problems.values()] };
    const find = (target: IncludeTarget) => this.#included.get(printIncludeTarget(target));
    const get = (target: IncludeTarget) => {
      const included = find(target);
      invariant(included !== undefined, 'what templates include was loaded');
      return included;
    };
    const lookup: IncludeLookup = (target) => find(target)?.template;
    return { kind: 'loaded', lookup, get, bytes: this.#bytes, tags: this.#tags };
  }

  rejectTooDeep(targets: readonly IncludeTarget[]): IncludesOutcome {
    for (const target of targets) this.#report(target, tooDeep(target));
    return this.finish();
  }

  /** The next level, even what is already loaded: a short path to a prompt must not hide a long one. */
  targetsOf(level: readonly IncludeTarget[]): readonly IncludeTarget[] {
    const targets = level.flatMap((target) => this.#included.get(printIncludeTarget(target))?.targets ?? []);
    return [...new Map(targets.map((target) => [printIncludeTarget(target), target])).values()];
  }

  /** Checks what can be checked without loading content. */
  async checkLevel(level: readonly IncludeTarget[]): Promise<IncludesOutcome | undefined> {
    this.execution.signal.throwIfAborted();
    const unknown = level.filter((target) => !this.#isKnown(target));
    if (this.#included.size + this.#problems.size + unknown.length > INCLUDES_MAX) {
      return { kind: 'invalid', problems: [TOO_MANY_INCLUDES] };
    }
    const led = await this.#follow(unknown);
    const heads = led.length > 0 ? await this.reader.readIncludedHeads(this.owner, led.map(this.#whereTo)) : [];
    led.forEach((target, index) => {
      const problem = findHeadProblem(heads[index]);
      if (problem) this.#report(target, toProblem(target, problem));
      this.#storedBytes += heads[index]?.storedBytes ?? 0;
    });
    return this.#storedBytes > STORED_BYTES_MAX ? TOO_LARGE : undefined;
  }

  /** Checks everything again: between the check and the reading, a label may have moved. */
  async loadLevel(level: readonly IncludeTarget[]): Promise<IncludesOutcome | undefined> {
    for (const target of level) {
      if (this.#isKnown(target)) continue;
      this.execution.signal.throwIfAborted();
      const found = await readIncluded(this.reader, this.owner, this.#whereTo(target));
      if ('problem' in found) {
        this.#report(target, toProblem(target, found.problem));
        continue;
      }
      this.#bytes += utf8Bytes(found.text);
      if (this.#bytes > INCLUDE_BYTES_MAX) return TOO_LARGE;
      const outcome = await runInTurns(parseTemplateInSteps(found.text, TEMPLATE_TAGS_MAX), this.execution);
      if (outcome.kind === 'too-many-tags') {
        const text = `${target.name} ${TOO_MANY_TAGS}`;
        return { kind: 'too-large', limit: 'tags', problem: { path: 'includes', problem: 'too-many', text } };
      }
      invariant(outcome.kind === 'template', 'published content is a template');
      const { template } = outcome;
      this.#tags += template.tagCount;
      // A storage may return many texts in the same turn.
      if (hasManyTags({ type: 'text', content: found.text })) await letOthersRun(this.execution);
      if (this.#tags > INCLUDE_TAGS_MAX) return TOO_MANY_TAGS_IN_ALL;
      const { text: _, ...version } = found;
      const key = printIncludeTarget(target);
      const by = this.#pins.get(key)?.by ?? found.by;
      this.#included.set(key, { ...version, by, template, targets: includeTargets([template]) });
    }
    return undefined;
  }

  /** Pins targets; those that lead nowhere are reported, and left out. */
  async #follow(targets: readonly IncludeTarget[]): Promise<readonly IncludeTarget[]> {
    if (!this.pin) return targets;
    const pins = await this.pin(targets);
    return targets.filter((target, index) => {
      const pin = pins[index];
      if (pin) this.#pins.set(printIncludeTarget(target), pin);
      else this.#report(target, toProblem(target, 'version-missing'));
      return pin !== undefined;
    });
  }

  readonly #whereTo = (target: IncludeTarget): IncludeTarget => {
    const pin = this.#pins.get(printIncludeTarget(target));
    return pin ? { name: target.name, selector: { by: 'version', version: pin.version } } : target;
  };

  #isKnown(target: IncludeTarget): boolean {
    const key = printIncludeTarget(target);
    return this.#included.has(key) || this.#problems.has(key);
  }

  #report(target: IncludeTarget, problem: Problem): void {
    this.#problems.set(printIncludeTarget(target), problem);
  }
}

/** The problem with including a prompt; undefined when it is a version of a text. */
export function findHeadProblem(head: IncludedHead | undefined): IncludeProblem | undefined {
  if (!head) return 'prompt-missing';
  if (head.storedBytes === undefined) return 'version-missing';
  return head.type === 'text' ? undefined : 'is-chat';
}

/** The problem with an include, without loading the content. */
export async function findStoredProblem(
  reader: Pick<PromptReader, 'readIncludedHeads'>,
  owner: AccountId,
  target: IncludeTarget,
): Promise<IncludeProblem | undefined> {
  const [head] = await reader.readIncludedHeads(owner, [target]);
  return findHeadProblem(head);
}

type ReadText = Pick<IncludedVersion, 'promptId' | 'name' | 'version' | 'hash' | 'by'> & { readonly text: string };

async function readIncluded(
  reader: IncludeReader,
  owner: AccountId,
  { name, selector }: IncludeTarget,
): Promise<ReadText | { readonly problem: IncludeProblem }> {
  const choice = selector ?? DEFAULT_CHOICE;
  const reading = await reader.read(owner, { by: 'name', name }, choice);
  if (!reading) return { problem: 'prompt-missing' };
  const by = resolve(reading.prompt, choice)?.by;
  if (!reading.version || !by) return { problem: 'version-missing' };
  const { content, version, hash } = reading.version;
  if (content.type !== 'text') return { problem: 'is-chat' };
  return { promptId: reading.prompt.id, name, version, hash, by, text: content.content };
}
