import type { AccountId } from '../../../domain/accounts/account.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import type { Execution } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import { readIncludes } from './read-includes.ts';

/** Few enough that a query does not block other requests. */
const NAMES_AT_A_TIME = 50;

/** Whether a prompt would include itself, directly or through any version of other prompts. */
export async function includesItself(
  name: PromptName,
  reader: Pick<PromptReader, 'listIncludes'>,
  owner: AccountId,
  targets: readonly IncludeTarget[],
  { signal }: Pick<Execution, 'signal'>,
): Promise<boolean> {
  const found = new Set(targets.map((target) => target.name));
  const pending = [...found];
  while (pending.length > 0) {
    if (found.has(name)) return true;
    signal.throwIfAborted();
    for await (const { target } of readIncludes(reader, owner, pending.splice(-NAMES_AT_A_TIME))) {
      signal.throwIfAborted();
      if (found.has(target.name)) continue;
      found.add(target.name);
      pending.push(target.name);
    }
  }
  return found.has(name);
}
