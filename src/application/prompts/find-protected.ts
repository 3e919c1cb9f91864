import type { AccountId } from '../../domain/accounts/account.ts';
import type { Actor } from '../../domain/accounts/actor.ts';
import type { Label } from '../../domain/naming/label.ts';
import { canMoveProtected } from '../../domain/prompts/protected-labels.ts';
import type { LabelsProtected } from '../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../ports/prompts/protected-labels.ts';

/**
 * The protected ones among the labels that a request would move; undefined if its channel may move all of them. For
 * requests that end without a write: every write checks by itself.
 */
export async function findProtected(
  protection: Pick<ProtectedLabels, 'read'>,
  owner: AccountId,
  moved: Iterable<Label>,
  by: Actor,
): Promise<LabelsProtected | undefined> {
  const wanted = new Set(moved);
  if (canMoveProtected(by.channel) || wanted.size === 0) return undefined;
  const labels = (await protection.read(owner)).filter((label) => wanted.has(label));
  return labels.length > 0 ? { kind: 'protected', labels } : undefined;
}
