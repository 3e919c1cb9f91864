import type { AccountId } from '../../domain/accounts/account.ts';
import { invariant } from '../../domain/invariant.ts';
import type { Problem } from '../../domain/problem.ts';
import { type IncludeTarget, printIncludeTarget } from '../../domain/prompts/naming/include-target.ts';
import type { PromptName } from '../../domain/prompts/naming/prompt-name.ts';
import { DEFAULT_CHOICE } from '../../domain/prompts/prompt.ts';
import { INCLUDE_DEPTH_MAX } from '../../domain/templates/render-template.ts';
import { parseTemplate, type Template } from '../../domain/templates/template.ts';
import { type IncludeLookup, includeTargets } from '../../domain/templates/template-uses.ts';
import type { PromptReader } from '../ports/prompt-reader.ts';

export interface LoadedIncludes {
  readonly lookup: IncludeLookup;
  /** Includes of something that does not exist, or nested too deeply. */
  readonly problems: readonly Problem[];
}

/** More than any prompt needs; each costs a read, even when its target does not exist. */
const INCLUDES_MAX = 100;

const TOO_MANY: Problem = { path: 'includes', problem: `are more than ${INCLUDES_MAX}` };
const TOO_DEEP = `is included more than ${INCLUDE_DEPTH_MAX} levels deep`;

export const VERSION_MISSING = 'is no version of that prompt';
export const CHAT_INCLUDED = 'is a chat: only texts can be included';

/** By printed target: its template, or a description of the problem. */
type Loaded = Map<string, Template | string>;

/** Loads the current versions of everything that templates include, directly or not. */
export async function loadIncludes(
  reader: PromptReader,
  owner: AccountId,
  templates: readonly Template[],
): Promise<LoadedIncludes> {
  const loaded: Loaded = new Map();
  const problems = new Map<string, Problem>();
  let frontier = includeTargets(templates);
  for (let depth = 1; frontier.length > 0; depth += 1) {
    // Level by level, even when already loaded: a short path to a prompt must not hide a long one.
    const found: Template[] = [];
    for (const target of frontier) {
      const key = printIncludeTarget(target);
      if (!loaded.has(key) && loaded.size >= INCLUDES_MAX) return { lookup: lookupIn(loaded), problems: [TOO_MANY] };
      const template =
        depth > INCLUDE_DEPTH_MAX ? TOO_DEEP : (loaded.get(key) ?? (await loadInclude(reader, owner, target)));
      loaded.set(key, template);
      if (typeof template === 'string') problems.set(key, { path: 'includes', problem: `${key} ${template}` });
      else found.push(template);
    }
    frontier = includeTargets(found);
  }
  return { lookup: lookupIn(loaded), problems: [...problems.values()] };
}

/** Whether a prompt would include itself, directly or through any version of other prompts. */
export async function includesItself(
  name: PromptName,
  reader: Pick<PromptReader, 'listIncludes'>,
  owner: AccountId,
  targets: readonly IncludeTarget[],
): Promise<boolean> {
  const seen = new Set<PromptName>();
  let frontier = targets.map((target) => target.name);
  while (frontier.length > 0) {
    if (frontier.includes(name)) return true;
    for (const visited of frontier) seen.add(visited);
    const includes = await reader.listIncludes(owner, frontier);
    frontier = [...new Set(includes.map(({ target }) => target.name))].filter((next) => !seen.has(next));
  }
  return false;
}

/** Returns the template, or a description of the problem. */
export async function loadInclude(
  reader: PromptReader,
  owner: AccountId,
  target: IncludeTarget,
): Promise<Template | string> {
  const reading = await reader.read(owner, { by: 'name', name: target.name }, target.selector ?? DEFAULT_CHOICE);
  if (!reading) return 'is no prompt of this account';
  if (!reading.version) return VERSION_MISSING;
  const { content } = reading.version;
  if (content.type !== 'text') return CHAT_INCLUDED;
  const outcome = parseTemplate(content.content);
  invariant(outcome.kind === 'template', 'published content is a template');
  return outcome.template;
}

const lookupIn =
  (loaded: Loaded): IncludeLookup =>
  (target) => {
    const template = loaded.get(printIncludeTarget(target));
    return typeof template === 'string' ? undefined : template;
  };
