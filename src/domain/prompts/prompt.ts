import type { AccountId } from '../accounts/account.ts';
import { invariant } from '../invariant.ts';
import type { Label, LabelOrLatest } from '../naming/label.ts';
import { LATEST } from '../naming/label.ts';
import type { PromptId, PromptName } from '../naming/prompt-name.ts';
import type { Tag } from '../naming/tag.ts';
import { characterCount } from '../text/character-count.ts';
import type { ContentHash } from './prompt-version.ts';
import type { WriteId } from './write-id.ts';

export const PROMPT_TYPES = ['text', 'chat'] as const;
export type PromptType = (typeof PROMPT_TYPES)[number];

/** The label that is read when the caller names neither a label nor a version. */
export const DEFAULT_LABEL = 'production' as Label;

export const DESCRIPTION_CHARACTERS_MAX = 2000;

export const isDescription = (text: string): boolean => characterCount(text) <= DESCRIPTION_CHARACTERS_MAX;

/** The part of a prompt that an author can change without publishing a version. */
export interface PromptMetadata {
  readonly name: PromptName;
  readonly description: string;
  readonly tags: readonly Tag[];
  readonly archived: boolean;
}

type PromptFields = Omit<Prompt, 'pointsTo'>;

/** A named series of versions, with labels that point to them. It does not hold the versions themselves. */
export class Prompt implements PromptMetadata {
  private constructor(
    readonly id: PromptId,
    readonly owner: AccountId,
    readonly name: PromptName,
    readonly type: PromptType,
    readonly description: string,
    readonly tags: readonly Tag[],
    readonly labels: ReadonlyMap<Label, number>,
    readonly latestVersion: number,
    readonly latestHash: ContentHash,
    /** Raised by every change. */
    readonly revision: number,
    /** The id of the last change: equal revisions with equal ids mean equal prompts. */
    readonly writeId: WriteId,
    readonly archived: boolean,
    readonly createdAt: Date,
    readonly updatedAt: Date,
  ) {}

  static of(fields: PromptFields): Prompt {
    const { id, owner, name, type, description, tags, labels, archived, createdAt, updatedAt } = fields;
    const { latestVersion, latestHash, revision, writeId } = fields;
    invariant(latestVersion >= 1, 'a prompt has at least one version');
    for (const version of labels.values()) {
      invariant(version >= 1 && version <= latestVersion, 'a label points to a version');
    }
    return new Prompt(
      id,
      owner,
      name,
      type,
      description,
      tags,
      labels,
      latestVersion,
      latestHash,
      revision,
      writeId,
      archived,
      createdAt,
      updatedAt,
    );
  }

  /** The version that a label points to; undefined when the prompt does not have the label. */
  pointsTo(label: LabelOrLatest): number | undefined {
    return label === LATEST ? this.latestVersion : this.labels.get(label);
  }
}

/** How a caller chooses a version. `default`: the production label if there is one, else the latest version. */
export type VersionChoice =
  | { readonly by: 'version'; readonly version: number }
  | { readonly by: 'label'; readonly label: LabelOrLatest }
  | { readonly by: 'default' };

export const DEFAULT_CHOICE: VersionChoice = { by: 'default' };

/** The rules by which a version is selected. */
export const SELECTION_RULES = ['label', 'version', 'latest'] as const;

/** A version with the rule that selected it, for the caller to see. */
export interface ResolvedVersion {
  readonly by: (typeof SELECTION_RULES)[number];
  readonly label?: Label;
  readonly version: number;
}

/** Undefined when the prompt lacks the label: a missing label is never silently replaced. */
export function resolve(prompt: Prompt, choice: VersionChoice): ResolvedVersion | undefined {
  switch (choice.by) {
    case 'version':
      return { by: 'version', version: choice.version };
    case 'label': {
      const version = prompt.pointsTo(choice.label);
      if (version === undefined) return undefined;
      return choice.label === LATEST ? { by: 'latest', version } : { by: 'label', label: choice.label, version };
    }
    case 'default': {
      const version = prompt.labels.get(DEFAULT_LABEL);
      if (version === undefined) return { by: 'latest', version: prompt.latestVersion };
      return { by: 'label', label: DEFAULT_LABEL, version };
    }
  }
}
