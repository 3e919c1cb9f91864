import { printIncludeTarget } from '../../domain/prompts/naming/include-target.ts';
import {
  type ContentInput,
  canonicalVersion,
  type MessageInput,
  parseContent,
  templatesOf,
} from '../../domain/templates/prompt-content.ts';
import { includeTargets } from '../../domain/templates/template-uses.ts';
import type { VariableDeclaration } from '../../domain/templates/variables.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import { parseJson } from '../../domain/text/parse-json.ts';
import type { ContentHashing } from '../ports/content-hashing.ts';
import type { RecordOf, TransferRecord } from '../transfer/transfer-record.ts';

/** A prompt whose records come one after the other, and what they must agree on. Keeps no version's words. */
export class CheckedPrompt {
  private readonly found: string[] = [];
  private readonly labels = new Map<string, number>();
  private readonly lastMoves = new Map<string, number | null>();
  private readonly includes = new Set<string>();
  private readonly expectedIncludes = new Set<string>();
  private newest = { version: 0, hash: '' };

  constructor(
    readonly record: RecordOf<'prompt'>,
    private readonly hashing: ContentHashing,
  ) {}

  add(record: TransferRecord): void {
    if (record.kind === 'version') this.addVersion(record);
    if (record.kind === 'move') this.lastMoves.set(record.label, record.version);
    if (record.kind === 'include') this.includes.add(record.target);
    if (record.kind === 'label') this.labels.set(record.label, record.version);
  }

  /** What nothing else can tell how it was. */
  problems(): readonly string[] {
    const { latest_version, latest_hash } = this.record;
    const { version, hash } = this.newest;
    if (version !== latest_version) return [...this.found, `it has ${version} versions, and not ${latest_version}`];
    return hash === latest_hash
      ? this.found
      : [...this.found, `version ${version} is not the one it says is its latest`];
  }

  /** Where each label's last move has led it. */
  labelsByHistory() {
    const moved = [...this.lastMoves].filter((move): move is [string, number] => move[1] !== null);
    const expected = new Map(moved);
    const isSame = [...expected].every(([label, version]) => this.labels.get(label) === version);
    return {
      expected,
      differ: !isSame || expected.size !== this.labels.size,
      areVersions: [...expected.values()].every((version) => version >= 1 && version <= this.newest.version),
    };
  }

  includesByContent() {
    const { includes, expectedIncludes } = this;
    const isSame = includes.size === expectedIncludes.size && [...includes].every((each) => expectedIncludes.has(each));
    return { expected: [...expectedIncludes].sort(), differ: !isSame };
  }

  private addVersion(record: RecordOf<'version'>): void {
    const { version, hash, type } = record;
    if (version !== this.newest.version + 1) this.found.push(`version ${this.newest.version + 1} is missing`);
    if (type !== this.record.type) this.found.push(`version ${version} is not of the type of its prompt`);
    this.newest = { version, hash };
    const content = parsed(record);
    if (!content) {
      this.found.push(`version ${version} cannot be read`);
      return;
    }
    if (this.hashing.hash(content.canonical) !== hash) this.found.push(`version ${version} is not what its hash says`);
    for (const target of content.includes) this.expectedIncludes.add(target);
  }
}

/** Undefined where the words are none that could have been published. */
function parsed({ type, body, variables, config }: RecordOf<'version'>) {
  try {
    const words: unknown = parseJson(body);
    const content = parseContent(contentOf(type, words));
    if (content.kind === 'invalid') return undefined;
    const declarations = parseJson(variables) as readonly VariableDeclaration[];
    return {
      canonical: canonicalVersion(content.content, declarations, parseJson(config) as JsonObject),
      includes: includeTargets(templatesOf(content.template)).map(printIncludeTarget),
    };
  } catch {
    // No JSON, or JSON of another shape.
    return undefined;
  }
}

const contentOf = (type: string, words: unknown): ContentInput =>
  type === 'text'
    ? { type: 'text', content: words as string }
    : { type: 'chat', messages: words as readonly MessageInput[] };
