import type { Label } from '../../domain/prompts/naming/label.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import { type BreakingChange, breakingChanges } from '../../domain/templates/variable-changes.ts';
import type { VariableDeclaration } from '../../domain/templates/variables.ts';
import type { PromptReader } from '../ports/prompt-reader.ts';

/** The changes that would break callers of these labels, if they moved to a version with these variables. */
export async function findBreakingMoves(
  reader: PromptReader,
  prompt: Prompt,
  labels: readonly Label[],
  variables: readonly VariableDeclaration[],
): Promise<readonly BreakingChange[]> {
  const left = new Set(labels.map((label) => prompt.labels.get(label)).filter((version) => version !== undefined));
  const changes = new Map<string, BreakingChange>();
  for (const version of left) {
    const current = await reader.readVersion(prompt.owner, prompt.id, version);
    for (const change of breakingChanges(current?.variables ?? [], variables)) {
      changes.set(`${change.name} ${change.change}`, change);
    }
  }
  return [...changes.values()];
}
