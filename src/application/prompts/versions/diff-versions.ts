import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import { printVersionSelector, type VersionSelector } from '../../../domain/naming/version-selector.ts';
import { contractChangesInSteps } from '../../../domain/templates/breaking-changes.ts';
import type { PromptContent } from '../../../domain/templates/prompt-content.ts';
import {
  type BreakingChange,
  type VariableChanges,
  variableChanges,
} from '../../../domain/templates/variable-changes.ts';
import { equalJson, type JsonObject, type JsonValue } from '../../../domain/text/json.ts';
import { unifiedDiffInSteps } from '../../../domain/text/unified-diff.ts';
import { type Execution, letOthersRun, runInTurns, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import { loadContract } from '../includes/load-contract.ts';
import { type LabelNotFound, toMissing, type VersionNotFound } from '../missing-version.ts';

export interface ConfigChanges {
  readonly added: JsonObject;
  readonly removed: JsonObject;
  readonly changed: Readonly<Record<string, { readonly from: JsonValue; readonly to: JsonValue }>>;
}

export type DiffVersionsOutcome =
  | {
      readonly kind: 'compared';
      /** A unified diff of the content; empty when it is the same. */
      readonly text: string;
      readonly variables: VariableChanges;
      readonly config: ConfigChanges;
      /** Why callers of the older version could fail with the newer one. Changes of the config are never among them. */
      readonly breaking: readonly BreakingChange[];
    }
  | LabelNotFound
  | VersionNotFound
  | { readonly kind: 'not-found' };

export class DiffVersions {
  constructor(private readonly reader: PromptReader) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { from, to }: { readonly from: VersionSelector; readonly to: VersionSelector },
    execution: Execution = UNLIMITED,
  ): Promise<DiffVersionsOutcome> {
    const older = await this.reader.read(owner, reference, from);
    const newer = await this.reader.read(owner, reference, to);
    if (!older || !newer) return { kind: 'not-found' };
    if (!older.version) return toMissing(older.prompt, from);
    if (!newer.version) return toMissing(newer.prompt, to);

    const [before, after] = [older.version, newer.version];
    // Each step may take as long as hundreds of requests.
    await letOthersRun(execution);
    const oldContract = await loadContract(this.reader, owner, before, execution);
    await letOthersRun(execution);
    const newContract = await loadContract(this.reader, owner, after, execution);
    await letOthersRun(execution);
    const names = { from: printVersionSelector(from), to: printVersionSelector(to) };
    const text = await runInTurns(unifiedDiffInSteps(toText(before.content), toText(after.content), names), execution);
    await letOthersRun(execution);
    const breaking = await runInTurns(contractChangesInSteps(oldContract, newContract), execution);
    return {
      kind: 'compared',
      text,
      variables: variableChanges(before.variables, after.variables),
      config: configChanges(before.config, after.config),
      breaking,
    };
  }
}

/** Prints a chat as people read it: each message under its role. */
function toText(content: PromptContent): string {
  if (content.type === 'text') return content.content;
  return content.messages
    .map((message) =>
      'role' in message ? `## ${message.role}\n${message.content}\n` : `## {${message.placeholder}}\n`,
    )
    .join('\n');
}

function configChanges(before: JsonObject, after: JsonObject): ConfigChanges {
  const changed: Record<string, { from: JsonValue; to: JsonValue }> = {};
  for (const [key, to] of Object.entries(after)) {
    const from = Object.hasOwn(before, key) ? before[key] : undefined;
    if (from !== undefined && !equalJson(from, to)) changed[key] = { from, to };
  }
  return { added: without(after, before), removed: without(before, after), changed };
}

const without = (all: JsonObject, known: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !Object.hasOwn(known, key)));
