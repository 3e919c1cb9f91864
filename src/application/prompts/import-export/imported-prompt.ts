import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import { LATEST, labelProblem } from '../../../domain/naming/label.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import { PROBLEMS_MAX, type Problem } from '../../../domain/problem.ts';
import type { PromptMetadata, PromptType } from '../../../domain/prompts/prompt.ts';
import type { MoveDocument, PromptDocument, VersionDocument } from '../../../domain/prompts/prompt-document.ts';
import { isMessage } from '../../../domain/prompts/prompt-version.ts';
import { type ContentWarning, findWarnings, WARNINGS_MAX } from '../../../domain/templates/content-warnings.ts';
import type { IncludeProblem } from '../../../domain/templates/include-problems.ts';
import { canonicalVersion, parseConfig, parseContent, templatesOf } from '../../../domain/templates/prompt-content.ts';
import { includeTargets, variableUses } from '../../../domain/templates/template-uses.ts';
import { parseVariables, useProblems } from '../../../domain/templates/variables.ts';
import type { ContentHashing } from '../../ports/hashing.ts';
import type { StoredVersion } from '../../ports/prompts/prompt-archive.ts';
import { parseMetadata } from '../prompt-input.ts';
import { clampTimes } from './clamp-times.ts';

/** A checked prompt, whose content is loaded when it is needed. */
export interface ImportSource {
  readonly head: ImportedHead;
  read(): Promise<ImportedPrompt>;
}

/** Everything about an imported prompt that others depend on. */
export interface ImportedHead {
  readonly name: PromptName;
  readonly type: PromptType;
  readonly latestVersion: number;
  /** The version of each label after the last of its moves; null where it was removed. */
  readonly labels: ReadonlyMap<string, number | null>;
  readonly includes: ReadonlyMap<string, IncludeTarget>;
  /** About the newest version: authors no longer change those before it. */
  readonly warnings: readonly ContentWarning[];
}

export interface ImportedPrompt {
  readonly metadata: PromptMetadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versions: readonly [StoredVersion, ...StoredVersion[]];
  readonly moves: readonly MoveDocument[];
  /** Some times were in the future and are not as exported. */
  readonly isClamped: boolean;
}

export type CheckedDocuments =
  | { readonly kind: 'valid'; readonly prompts: readonly CheckedPrompt[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export interface CheckedPrompt {
  readonly head: ImportedHead;
  readonly prompt: ImportedPrompt;
}

/** Limits the warnings about all documents, and so the response: each may have a hundred. */
export const IMPORT_WARNINGS_MAX = 10_000;

/** Checks all documents, and reports the problems of all of them. */
export function checkDocuments(
  documents: readonly PromptDocument[],
  hashing: ContentHashing,
  now: Date,
): CheckedDocuments {
  let warningsMax = IMPORT_WARNINGS_MAX;
  const checked = documents.map((document) => {
    const outcome = checkDocument(document, hashing, now, warningsMax);
    if ('head' in outcome) warningsMax -= outcome.head.warnings.length;
    return outcome;
  });
  const problems = checked.flatMap((outcome, index) =>
    'head' in outcome ? [] : outcome.map((problem) => ({ ...problem, path: `prompts.${index}.${problem.path}` })),
  );
  if (problems.length > 0) return { kind: 'invalid', problems: problems.slice(0, PROBLEMS_MAX) };
  return { kind: 'valid', prompts: checked.filter((outcome) => 'head' in outcome) };
}

/** Checks a document against the rules for everything published here, including its hashes and its history. */
export function checkDocument(
  exported: PromptDocument,
  hashing: ContentHashing,
  now: Date,
  warningsMax = WARNINGS_MAX,
): CheckedPrompt | readonly Problem[] {
  // The history is checked as exported: two moves at the same time in the future are not in order.
  const historyProblems = findHistoryProblems(exported);
  const document = clampTimes(exported, now);
  const metadata = parseMetadata(document);
  const versions = document.versions.map((version, index) => parseVersion(document.type, version, index, hashing));
  const problems = [
    ...metadata.problems,
    ...versions.flatMap((version) => ('hash' in version ? [] : version)),
    ...historyProblems,
  ];
  const [first, ...others] = versions.filter((version) => 'hash' in version);
  const { name, description = '', tags = [], archived = false } = metadata;
  if (!name || !first || problems.length > 0) {
    return versions.length > 0 ? problems : [...problems, { path: 'versions', problem: 'empty' as const }];
  }
  const { type, createdAt, updatedAt, history: moves } = document;
  const head = {
    name,
    type,
    latestVersion: versions.length,
    labels: new Map(moves.map(({ label, version }) => [label, version])),
    includes: new Map([first, ...others].flatMap((version) => version.includes.map(toEntry))),
    warnings: findNewestWarnings(others.at(-1) ?? first).slice(0, warningsMax),
  };
  const prompt = {
    metadata: { name, description, tags, archived },
    createdAt,
    updatedAt,
    versions: [first, ...others] as const,
    moves,
    isClamped: document !== exported,
  };
  return { head, prompt };
}

const findNewestWarnings = ({ version, content }: StoredVersion): readonly ContentWarning[] =>
  findWarnings(content).map((warning) => ({ ...warning, path: `versions.${version - 1}.${warning.path}` }));

/** The problem with including an imported prompt; undefined when the target is one of its versions. */
export function findIncludeProblem(
  { type, latestVersion, labels }: ImportedHead,
  target: IncludeTarget,
): IncludeProblem | undefined {
  if (type !== 'text') return 'is-chat';
  const { selector } = target;
  if (!selector || (selector.by === 'label' && selector.label === LATEST)) return undefined;
  const version = selector.by === 'version' ? selector.version : labels.get(selector.label);
  return version && version <= latestVersion ? undefined : 'version-missing';
}

export const includedNames = ({ includes }: ImportedHead): ReadonlySet<PromptName> =>
  new Set([...includes.values()].map(({ name }) => name));

const toEntry = (target: IncludeTarget): [string, IncludeTarget] => [printIncludeTarget(target), target];

function parseVersion(
  type: PromptType,
  document: VersionDocument,
  index: number,
  hashing: ContentHashing,
): StoredVersion | readonly Problem[] {
  const at = (problem: Problem): Problem => ({ ...problem, path: `versions.${index}.${problem.path}` });
  const content = parseContent(document.content);
  const variables = parseVariables(document.variables);
  const config = parseConfig(document.config);
  const problems: Problem[] = [content, variables, config].flatMap((outcome) =>
    outcome.kind === 'invalid' ? outcome.problems : [],
  );
  if (document.content.type !== type)
    problems.push({ path: 'type', problem: 'mismatch', text: 'is not the type of the prompt' });
  if (document.version !== index + 1)
    problems.push({ path: 'version', problem: 'out-of-order', text: 'does not count up from 1' });
  if (!isMessage(document.message)) problems.push({ path: 'message', problem: 'too-long' });
  if (document.restoredFrom !== null && document.restoredFrom >= document.version) {
    problems.push({ path: 'restoredFrom', problem: 'out-of-order', text: 'must be an earlier version' });
  }
  if (content.kind === 'invalid' || variables.kind === 'invalid' || config.kind === 'invalid' || problems.length > 0) {
    return problems.map(at);
  }
  const templates = templatesOf(content.template);
  const includes = includeTargets(templates);
  // Nothing records any more which variables the included prompts used at the time of publication.
  const uses =
    includes.length > 0
      ? []
      : useProblems(
          variables.variables,
          variableUses(templates, () => undefined),
        );
  if (uses.length > 0) return uses.map(at);
  const hash = hashing.hash(canonicalVersion(content.content, variables.variables, config.config));
  if (document.hash !== undefined && hash !== document.hash) {
    return [at({ path: 'hash', problem: 'mismatch', text: 'is not the hash of this version' })];
  }
  return {
    version: document.version,
    content: content.content,
    variables: variables.variables,
    config: config.config,
    message: document.message,
    hash,
    restoredFrom: document.restoredFrom,
    publishedAt: document.publishedAt,
    includes,
  };
}

/** Each move of a label must start where the move before it ended, at a later time. */
function findHistoryProblems({ history, versions }: PromptDocument): readonly Problem[] {
  const last = new Map<string, MoveDocument>();
  return history.flatMap((move, index) => {
    const before = last.get(move.label);
    last.set(move.label, move);
    const found = findMoveProblem(move, before, versions.length);
    return found ? [{ path: `history.${index}`, ...found }] : [];
  });
}

function findMoveProblem(
  move: MoveDocument,
  before: MoveDocument | undefined,
  latest: number,
): Omit<Problem, 'path'> | undefined {
  const { label, version, previous, movedAt } = move;
  const problem = labelProblem(label);
  if (problem) return { problem };
  if (!isMessage(move.message)) return { problem: 'too-long', text: 'has a message that is too long' };
  if (version === previous && !move.fingerprint) return { problem: 'unchanged', text: 'moves nowhere' };
  if (version !== null && (version < 1 || version > latest))
    return { problem: 'not-found', text: 'points to no version' };
  if ((before?.version ?? null) !== previous)
    return { problem: 'out-of-order', text: 'does not follow the move before' };
  if (before && before.movedAt >= movedAt)
    return { problem: 'out-of-order', text: 'is not later than the move before' };
  return undefined;
}
