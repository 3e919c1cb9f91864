import { parseTemplate, type Template } from '../../../../domain/templates/template.ts';
import { variableUses } from '../../../../domain/templates/template-uses.ts';
import { inferVariable } from '../../../../domain/templates/variables.ts';
import type { RemotePrompt } from './api-responses.ts';
import type { FileVariable } from './files/front-matter.ts';
import { type FilePrompt, printPromptFile } from './files/prompt-file.ts';
import type { SoundFile } from './files/read-prompt-files.ts';

/** `updated`: the version stays; a description, tags or labels change. */
export type Change = 'created' | 'new-version' | 'updated' | 'unchanged';

/** What a push would do with one file. */
export interface PlannedPush {
  readonly file: SoundFile;
  readonly change: Change;
  /** The newest version before the push; undefined when there is no such prompt yet. */
  readonly latestVersion: number | undefined;
  /** The file as a pull would have written it before and would write it after; empty where there is no prompt. */
  readonly before: string;
  readonly after: string;
  readonly moves: readonly LabelMove[];
  readonly isArchived: boolean;
  /** False when the service, which infers variables itself, has to be asked. */
  readonly isCertain: boolean;
}

/** A label that will point to another version than it does now; null when it points nowhere yet. */
export interface LabelMove {
  readonly label: string;
  readonly from: number | null;
}

export type RemotePrompts = ReadonlyMap<string, RemotePrompt>;

/** Compares each file with the newest version of its prompt, because that is what the service compares it with. */
export function planPush(
  files: readonly SoundFile[],
  remotes: RemotePrompts,
  labels: readonly string[],
): readonly PlannedPush[] {
  const include = includesFrom(files, remotes);
  return files.map((file) => {
    const remote = remotes.get(file.name);
    const prompt = asPublished(file, remote?.prompt, include);
    const staysAt = remote && isSameVersion(prompt, remote.prompt) ? remote.latestVersion : undefined;
    const before = remote ? printPromptFile(remote.prompt) : '';
    const after = printPromptFile(prompt);
    const moves = labels
      .map((label) => ({ label, from: remote?.labels.get(label) ?? null }))
      .filter(({ from }) => from === null || from !== staysAt);
    return {
      file,
      change: changeOf(remote, staysAt, before !== after || moves.length > 0),
      latestVersion: remote?.latestVersion,
      before,
      after,
      moves,
      isArchived: remote?.archived ?? false,
      isCertain: file.prompt.variables !== undefined,
    };
  });
}

function changeOf(remote: RemotePrompt | undefined, staysAt: number | undefined, isTouched: boolean): Change {
  if (!remote) return 'created';
  if (staysAt === undefined) return 'new-version';
  return isTouched ? 'updated' : 'unchanged';
}

/** Description and tags belong to the prompt, all else to the version. */
function isSameVersion(prompt: FilePrompt, remote: FilePrompt): boolean {
  const { description, tags } = remote;
  return printPromptFile({ ...prompt, description, tags }) === printPromptFile(remote);
}

type Include = (name: string) => Template | undefined;

/** What the file leaves out, filled in as the service would. */
function asPublished({ name, prompt, templates }: SoundFile, remote: FilePrompt | undefined, include: Include) {
  const { content, config, description, tags, variables } = prompt;
  return {
    name,
    content,
    config,
    description: description ?? remote?.description ?? '',
    tags: tags ?? remote?.tags ?? [],
    variables: variables ?? inferred(templates, include),
  };
}

const inferred = (templates: readonly Template[], include: Include): readonly FileVariable[] =>
  variableUses(templates, ({ name }) => include(name)).map(inferVariable);

/** Included prompts as they will be after the push, whatever version is included: near enough for a preview. */
function includesFrom(files: readonly SoundFile[], remotes: RemotePrompts): Include {
  const known = new Map(files.map(({ name, templates }) => [String(name), templates[0]]));
  return (name) => {
    if (!known.has(name)) known.set(name, templateOf(remotes.get(name)));
    return known.get(name);
  };
}

function templateOf(remote: RemotePrompt | undefined): Template | undefined {
  if (remote?.prompt.content.type !== 'text') return undefined;
  const outcome = parseTemplate(remote.prompt.content.content);
  return outcome.kind === 'template' ? outcome.template : undefined;
}
