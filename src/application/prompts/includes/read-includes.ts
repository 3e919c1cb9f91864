import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import type { Include, IncludeCursor, IncludePage, PromptReader } from '../../ports/prompts/prompt-reader.ts';

/** Every include of every version of these prompts. */
export const readIncludes = (
  reader: Pick<PromptReader, 'listIncludes'>,
  owner: AccountId,
  names: readonly PromptName[],
): AsyncGenerator<Include, void> => readPages((after) => reader.listIncludes(owner, names, after));

/** Every include that points to this prompt. */
export const readIncluders = (
  reader: Pick<PromptReader, 'listIncluders'>,
  owner: AccountId,
  name: PromptName,
): AsyncGenerator<Include, void> => readPages((after) => reader.listIncluders(owner, name, after));

async function* readPages(
  readPage: (after: IncludeCursor | undefined) => Promise<IncludePage>,
): AsyncGenerator<Include, void> {
  let after: IncludeCursor | undefined;
  do {
    const { includes, next } = await readPage(after);
    yield* includes;
    after = next;
  } while (after !== undefined);
}

/** The prompts that prevent a change because they include the one that it is about. */
export interface IncludedBy {
  readonly kind: 'included-by';
  /** The names are in alphabetical order, and not complete if they are very many. */
  readonly includers: readonly PromptName[];
  readonly count: number;
}

const INCLUDERS_MAX = 100;

/** Undefined when no include that matters points to the prompt. */
export async function findIncluders(
  reader: Pick<PromptReader, 'listIncluders'>,
  owner: AccountId,
  name: PromptName,
  matters: (include: Include) => boolean = () => true,
): Promise<IncludedBy | undefined> {
  const names = new Set<PromptName>();
  for await (const include of readIncluders(reader, owner, name)) {
    if (matters(include)) names.add(include.includer);
  }
  if (names.size === 0) return undefined;
  return { kind: 'included-by', includers: [...names].sort().slice(0, INCLUDERS_MAX), count: names.size };
}
