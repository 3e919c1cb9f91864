import type { AccountId } from '../../../domain/accounts/account.ts';
import type { LabelOrLatest } from '../../../domain/naming/label.ts';
import type { PromptId, PromptName } from '../../../domain/naming/prompt-name.ts';
import type { Tag } from '../../../domain/naming/tag.ts';
import type { Prompt, PromptType, VersionChoice } from '../../../domain/prompts/prompt.ts';
import type { SearchWords } from '../../../domain/prompts/prompt-search.ts';
import type { StorageUse } from '../../../domain/prompts/quotas.ts';
import type { FullReading } from './prompt-reader.ts';

/**
 * Lists and counts the prompts of an account, with the same visibility and failures as PromptReader.
 * Every sentence here is tested for every backend by the contracts in test/contracts/prompts.
 */
export interface PromptCatalog {
  /** The matching prompts that follow `after`, in the order requested, without the first `skip` of them. */
  list(owner: AccountId, query: PromptQuery, skip?: number): Promise<readonly Prompt[]>;

  /** How many prompts match, without loading them where the backend can. */
  count(owner: AccountId, filter: PromptFilter): Promise<number>;

  /**
   * The matching prompts, each with the version that the choice selects. A prompt without such a version is left out. Ends before the
   * versions exceed `bytesMax`, though not before the first one; the others are not loaded.
   */
  listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice, bytesMax: number): Promise<ReadingPage>;

  /** How many prompts have each tag, in alphabetical order. Archived prompts do not count. */
  countByTag(owner: AccountId, page: CountPage): Promise<readonly Count[]>;

  /** How many prompts lie directly in each folder, in alphabetical order. Archived prompts do not count. */
  countByFolder(owner: AccountId, page: CountPage): Promise<readonly Count[]>;

  /**
   * How much the account stores of what quotas limit. Content, variables and config that several versions have, of any
   * prompt of the account, count once, in bytes of their JSON.
   */
  readUse(owner: AccountId): Promise<StorageUse>;
}

export interface ReadingPage {
  readonly readings: readonly FullReading[];
  /** Whether more prompts match, within the limit of the query, than fit into the bytes. */
  readonly isCutOff: boolean;
}

export interface CountPage {
  /** Selects only names that come after this one. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

/** The fields that a list can be sorted by. */
export const PROMPT_SORTS = ['name', 'updatedAt'] as const;

/** A position in a list: that of a prompt, which may not exist any more. */
export interface PromptPosition {
  readonly name: PromptName;
  readonly updatedAt: Date;
  readonly id: PromptId;
}

/** The conditions for prompts in a list. */
export interface PromptFilter {
  /** Selects only these prompts. */
  readonly ids?: readonly PromptId[] | undefined;
  readonly name?: PromptName | undefined;
  /** A prompt must have all of them. */
  readonly tags: readonly Tag[];
  /** Exactly this folder; '' is the top level. */
  readonly folder?: string | undefined;
  /** This folder and all folders below it; never ''. */
  readonly within?: string | undefined;
  /** Selects only prompts that have this label. */
  readonly label?: LabelOrLatest | undefined;
  readonly type?: PromptType | undefined;
  readonly archived: boolean | 'any';
  /** Selects only prompts that were last changed at this moment or later. */
  readonly updatedFrom?: Date | undefined;
  /** Selects only prompts that were last changed before this moment. */
  readonly updatedBefore?: Date | undefined;
}

export interface PromptQuery extends PromptFilter {
  readonly sort: (typeof PROMPT_SORTS)[number];
  readonly order: 'ascending' | 'descending';
  /** The end of the previous page. */
  readonly after?: PromptPosition | undefined;
  readonly limit: number;
}

/**
 * Searches the name, description, tags and latest content of prompts, with the same visibility and failures as
 * PromptReader. Every sentence here is tested for every backend by the contracts in test/contracts/prompts.
 */
export interface PromptSearch {
  /**
   * Finds the prompts that contain every word, as far as a page of the query needs them: all up to `stoppedAt`, or up
   * to the end, or more than enough to fill the page. Some may lie outside the page or not match its filters. Stops soon
   * after the signal is aborted, and rejects with its reason.
   */
  search(owner: AccountId, query: PromptQuery, words: SearchWords, signal: AbortSignal): Promise<FoundPrompts>;
}

export interface FoundPrompts {
  readonly ids: readonly PromptId[];
  /** The position at which a search stopped that took too long. What follows has not been searched. */
  readonly stoppedAt?: PromptPosition | undefined;
}

/** The index that searches use where the backend has one. Searches are complete without it, but slower. */
export interface SearchIndexing {
  /**
   * Indexes some of the prompts that were stored without an index: by an earlier release or by a transfer. Returns
   * `done` once there are none. Several instances may do so concurrently, and one that is interrupted continues later.
   */
  indexSome(): Promise<IndexingStep>;
}

export type IndexingStep = { readonly kind: 'done' } | { readonly kind: 'indexed'; readonly prompts: number };
