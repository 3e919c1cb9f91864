import type { AccountId } from '../../domain/accounts/account.ts';
import type { Label } from '../../domain/prompts/naming/label.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import { type BreakingChange, breakingChanges } from '../../domain/templates/variable-changes.ts';
import type { VariableDeclaration } from '../../domain/templates/variables.ts';
import type { PromptRepository } from '../ports/prompt-repository.ts';

/** What would break the callers of labels that are about to move to a version with these variables. */
export async function breakingMoves(
  prompts: PromptRepository,
  owner: AccountId,
  prompt: Prompt,
  labels: readonly Label[],
  variables: readonly VariableDeclaration[],
): Promise<readonly BreakingChange[]> {
  const left = new Set(labels.map((label) => prompt.labels.get(label)).filter((version) => version !== undefined));
  const changes = new Map<string, BreakingChange>();
  for (const version of left) {
    const current = await prompts.version(owner, prompt.id, version);
    for (const change of breakingChanges(current?.variables ?? [], variables)) {
      changes.set(`${change.name} ${change.change}`, change);
    }
  }
  return [...changes.values()];
}
