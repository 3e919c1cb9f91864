import type { PromptName } from '../../../domain/prompts/naming/prompt-name.ts';
import { type ImportedPrompt, includedNames } from './imported-prompt.ts';

export interface ImportOrder {
  /** Those that include nothing of the import first, then those that include only these, and so on. */
  readonly ordered: readonly ImportedPrompt[];
  /** Those that include themselves over whatever path, and those that include such. */
  readonly circular: readonly PromptName[];
}

interface Waiting {
  readonly place: number;
  readonly prompt: ImportedPrompt;
  readonly includers: Waiting[];
  /** How many of those that it includes have not had their turn. */
  ahead: number;
}

/** Each prompt is looked at once, however long a chain they form: one import may bring tens of thousands. */
export function includedFirst(imported: ReadonlyMap<PromptName, ImportedPrompt>): ImportOrder {
  const waiting = new Map<PromptName, Waiting>();
  for (const [name, prompt] of imported) {
    waiting.set(name, { place: waiting.size, prompt, includers: [], ahead: 0 });
  }
  for (const includer of waiting.values()) {
    for (const included of includedNames(includer.prompt)) {
      const target = waiting.get(included);
      if (!target) continue;
      target.includers.push(includer);
      includer.ahead += 1;
    }
  }
  const ordered: ImportedPrompt[] = [];
  for (let turn = [...waiting.values()].filter(isFree); turn.length > 0; turn = nextTurn(turn)) {
    for (const { prompt } of turn) ordered.push(prompt);
  }
  const circular = [...waiting].filter(([, prompt]) => !isFree(prompt)).map(([name]) => name);
  return { ordered, circular };
}

const isFree = ({ ahead }: Waiting): boolean => ahead === 0;

/** Those that waited for nothing but these, in the order of the import. */
function nextTurn(turn: readonly Waiting[]): Waiting[] {
  const next: Waiting[] = [];
  for (const { includers } of turn) {
    for (const includer of includers) {
      includer.ahead -= 1;
      if (isFree(includer)) next.push(includer);
    }
  }
  return next.sort((one, other) => one.place - other.place);
}
