import type { AccountId } from '../../domain/accounts/account.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import { type CallerContract, contractChanges } from '../../domain/templates/contract-changes.ts';
import { parsePublished, templatesOf } from '../../domain/templates/prompt-content.ts';
import { includeTargets } from '../../domain/templates/template-uses.ts';
import type { BreakingChange } from '../../domain/templates/variable-changes.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { Work } from '../work.ts';
import { loadIncludes } from './load-includes.ts';

type ComparedVersion = Pick<PromptVersion, 'content' | 'variables'>;

/** The changes that would break callers of these labels, if they moved to this version. */
export async function findBreakingMoves(
  reader: PromptReader,
  prompt: Prompt,
  labels: readonly Label[],
  version: ComparedVersion,
  work: Work,
): Promise<readonly BreakingChange[]> {
  const left = new Set(labels.map((label) => prompt.labels.get(label)).filter((number) => number !== undefined));
  if (left.size === 0) return [];
  const after = await loadContract(reader, prompt.owner, version, work);
  const changes = new Map<string, BreakingChange>();
  for (const number of left) {
    const current = await reader.readVersion(prompt.owner, prompt.id, number);
    // Without a version, the prompt was deleted concurrently: the write will find that out.
    if (!current) continue;
    const before = await loadContract(reader, prompt.owner, current, work);
    for (const change of contractChanges(before, after)) changes.set(`${change.path} ${change.change}`, change);
  }
  return [...changes.values()];
}

/** What a version requires of its callers, with everything that it includes as it is now. */
export async function loadContract(
  reader: PromptReader,
  owner: AccountId,
  { content, variables }: ComparedVersion,
  work: Work,
): Promise<CallerContract> {
  const template = parsePublished(content);
  if (!template) return { variables, templates: [], include: undefined };
  const templates = templatesOf(template);
  const targets = includeTargets(templates);
  if (targets.length === 0) return { variables, templates, include: () => undefined };
  const includes = await work.heavy(() => loadIncludes(reader, owner, targets, work));
  return { variables, templates, include: includes.kind === 'loaded' ? includes.lookup : undefined };
}
