import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import { foreignTag, TAGS_MAX } from '../../../domain/naming/tag.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import { DESCRIPTION_CHARACTERS_MAX } from '../../../domain/prompts/prompt.ts';
import type { MoveDocument, PromptDocument, VersionDocument } from '../../../domain/prompts/prompt-document.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../domain/prompts/prompt-version.ts';
import { parseConfig, parseContent } from '../../../domain/templates/prompt-content.ts';
import { parseVariables } from '../../../domain/templates/variables.ts';
import type { ForeignPrompt, ForeignVersion } from '../foreign-prompt.ts';
import type { Reports } from '../source-format.ts';
import { withIncludedVariables, withoutUnused } from './include-variables.ts';
import { placeIncludes } from './place-includes.ts';
import { type PlacedPrompt, type Placement, placePrompts } from './place-prompts.ts';

/** Makes documents of the prompts of any tool: valid names, numbers, labels, tags and includes, within all limits. */
export function buildDocuments(
  prompts: readonly ForeignPrompt[],
  placement: Placement,
  now: Date,
  reports: Reports,
): readonly PromptDocument[] {
  const placed = placePrompts(prompts, placement, reports);
  return [...placed.values()].flatMap((prompt) => buildDocument(prompt, placed, now, reports) ?? []);
}

/** Undefined if a version is beyond a limit. */
function buildDocument(
  prompt: PlacedPrompt,
  prompts: ReadonlyMap<PromptName, PlacedPrompt>,
  now: Date,
  reports: Reports,
): PromptDocument | undefined {
  const { source, name, type, versions } = prompt;
  const documents = versions.map((version, index) => {
    const content = placeIncludes(prompt, version, prompts, reports);
    // An include below another folder is another content.
    const hash = JSON.stringify(content) === JSON.stringify(version.content) ? version.hash : undefined;
    const declared = version.variables ?? [];
    // The declarations of a version with a hash are complete, and were decided when it was published.
    const complete = version.hash ? declared : withIncludedVariables(version.content, declared, prompts);
    const variables = withoutUnused(content, complete, (name) =>
      reports.lose(
        { path: version.file ?? source.file },
        version.path,
        `variable ${name} is not used, and is not imported`,
      ),
    );
    return buildVersion(source, { ...version, content, variables, hash }, index + 1, now, reports);
  });
  const complete = documents.filter((document) => document !== undefined);
  if (complete.length < documents.length) return undefined;
  const times = complete.map(({ publishedAt }) => publishedAt.getTime());
  const createdAt = source.createdAt ?? new Date(Math.min(...times));
  return {
    name,
    type,
    description: cut(source.description ?? '', DESCRIPTION_CHARACTERS_MAX, source, 'description', reports),
    tags: buildTags(source, reports),
    archived: source.archived ?? false,
    createdAt,
    updatedAt: source.updatedAt ?? new Date(Math.max(createdAt.getTime(), ...times)),
    versions: complete,
    history: source.history ? keepHistory(source.history, name === source.name) : buildMoves(prompt, complete),
  };
}

/** Fingerprints and locks are about the included prompts by their names, which a folder changes. */
const keepHistory = (history: readonly MoveDocument[], isNameKept: boolean): readonly MoveDocument[] =>
  isNameKept ? history : history.map(({ fingerprint: _, locks: __, ...move }) => move);

function buildVersion(
  source: ForeignPrompt,
  version: ForeignVersion,
  number: number,
  now: Date,
  reports: Reports,
): VersionDocument | undefined {
  const file = version.file ?? source.file;
  const { content, variables = [], config, publishedAt = now } = version;
  const problems = [parseContent(content), parseVariables(variables), parseConfig(config)].flatMap((outcome) =>
    outcome.kind === 'invalid' ? outcome.problems : [],
  );
  for (const { path, problem } of problems) {
    reports.refuse({ path: file }, version.path, `${source.name}: ${path} ${describeProblem(problem)}`);
  }
  if (problems.length > 0) return undefined;
  const message = version.message ?? `imported from ${file}`;
  return {
    version: number,
    content,
    variables,
    config,
    message: cut(message, MESSAGE_CHARACTERS_MAX, { file, path: version.path }, 'message', reports),
    hash: version.hash,
    restoredFrom: version.restoredFrom ?? null,
    publishedAt,
  };
}

/** Problems of the domain are codes, or sentences without a subject. */
const describeProblem = (problem: string): string =>
  /^[a-z-]+$/.test(problem) ? `is ${problem.replaceAll('-', ' ')}` : problem;

interface Place {
  readonly file: string;
  readonly path: string;
}

function cut(text: string, charactersMax: number, place: Place, what: string, { lose }: Reports): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  lose({ path: place.file }, place.path, `${what} is cut to ${charactersMax} characters`);
  return characters.slice(0, charactersMax).join('');
}

function buildTags({ file, path, tags = [] }: ForeignPrompt, { lose }: Reports): readonly string[] {
  const valid = new Set<string>();
  for (const text of tags) {
    const tag = foreignTag(text);
    if (tag !== text) {
      lose({ path: file }, path, `tag ${JSON.stringify(text)} ${tag === undefined ? 'is dropped' : `becomes ${tag}`}`);
    }
    if (tag !== undefined) valid.add(tag);
  }
  if (valid.size > TAGS_MAX) lose({ path: file }, path, `only ${TAGS_MAX} of ${valid.size} tags are imported`);
  return [...valid].slice(0, TAGS_MAX);
}

/** Builds one move for each label, to where it is now: other tools do not export where it was before. */
function buildMoves({ source, versions, labels }: PlacedPrompt, documents: readonly VersionDocument[]): LabelMove[] {
  return [...labels].flatMap(([label, version]) => {
    const movedAt = documents[version - 1]?.publishedAt;
    const file = versions[version - 1]?.file ?? source.file;
    const message = [...`imported from ${file}`].slice(0, MESSAGE_CHARACTERS_MAX).join('');
    return movedAt ? [{ label, version, previous: null, movedAt, by: 'api' as const, message }] : [];
  });
}
