import type { LabelOrLatest } from '../naming/label.ts';
import { LATEST } from '../naming/label.ts';
import { folderOf } from '../naming/prompt-name.ts';
import type { Tag } from '../naming/tag.ts';
import { DEFAULT_CHOICE, type VersionChoice } from './prompt.ts';

/** The part of an account's prompts that a client has narrowed itself to. It is not a permission: the key can do everything. */
export interface PromptView {
  /** A prompt must have all of them. */
  readonly tags: readonly Tag[];
  /** Exactly this folder; '' is the top level. */
  readonly folder: string | undefined;
  /** The label that selects the versions to be served. Prompts without it are left out. */
  readonly label: LabelOrLatest | undefined;
}

/** The properties that decide whether a prompt is in a view. */
export interface ViewedPrompt {
  readonly name: string;
  readonly tags: readonly string[];
  readonly labels: ReadonlyMap<string, number>;
}

/** Whether the prompt can be read through the view. */
export const isReadable = (view: PromptView, prompt: ViewedPrompt): boolean =>
  isWritable(view, prompt) && (view.label === undefined || view.label === LATEST || prompt.labels.has(view.label));

/** Whether the prompt can be changed through the view. Its labels do not matter: a change may set the one that it lacks. */
export const isWritable = ({ tags, folder }: PromptView, { name, tags: own }: ViewedPrompt): boolean =>
  tags.every((tag) => own.includes(tag)) && isInFolder(folder, name);

export const isInFolder = (folder: string | undefined, name: string): boolean =>
  folder === undefined || folderOf(name) === folder;

/** The version to serve if the client does not name one. */
export const choiceOf = ({ label }: PromptView): VersionChoice =>
  label === undefined ? DEFAULT_CHOICE : { by: 'label', label };
