import { printIncludeTarget } from '../../domain/naming/include-target.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import { canonicalVersion, parseContent, templatesOf } from '../../domain/templates/prompt-content.ts';
import { includeTargets } from '../../domain/templates/template-uses.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import type { PromptPart, StoredPrompt, StoredVersion } from '../ports/storage/storage-maintenance.ts';

/** Collects the parts of one prompt and compares them with each other. Holds no version's content. */
export class CheckedPrompt {
  private readonly versionFaults: string[] = [];
  private readonly labels = new Map<Label, number>();
  private readonly lastMoves = new Map<Label, number | null>();
  private readonly includes = new Set<string>();
  private readonly expectedIncludes = new Set<string>();
  private newest = { number: 0, hash: '' };

  constructor(
    readonly prompt: StoredPrompt,
    private readonly hashing: ContentHashing,
  ) {}

  add(part: PromptPart): void {
    if (part.kind === 'version') this.addVersion(part);
    if (part.kind === 'move') this.lastMoves.set(part.label, part.version);
    if (part.kind === 'include') this.includes.add(part.target);
    if (part.kind === 'label') this.labels.set(part.label, part.version);
  }

  /** Faults that cannot be repaired, because nothing else holds the lost data. */
  problems(): readonly string[] {
    const { latestVersion, latestHash } = this.prompt;
    const { number, hash } = this.newest;
    if (number !== latestVersion)
      return [...this.versionFaults, `it has ${number} versions instead of ${latestVersion}`];
    return hash === latestHash
      ? this.versionFaults
      : [...this.versionFaults, `the hash of version ${number} is not the latest hash of the prompt`];
  }

  /** Compares each label with the target of its last move. A label without any move is expected not to exist. */
  compareLabels() {
    const labels = new Set([...this.labels.keys(), ...this.lastMoves.keys()]);
    const expected = new Map([...labels].map((label) => [label, this.lastMoves.get(label) ?? null]));
    const isVersion = (version: number | null) => version === null || (version >= 1 && version <= this.newest.number);
    return {
      expected,
      differ: [...expected].some(([label, version]) => (this.labels.get(label) ?? null) !== version),
      areVersions: [...expected.values()].every(isVersion),
    };
  }

  /** Compares the stored list of includes with the includes in the content of all versions. */
  compareIncludes() {
    const { includes, expectedIncludes } = this;
    const isSame = includes.size === expectedIncludes.size && [...includes].every((each) => expectedIncludes.has(each));
    return { expected: [...expectedIncludes].sort(), differ: !isSame };
  }

  private addVersion({ number, hash, type, version }: StoredVersion): void {
    const expected = this.newest.number + 1;
    if (number !== expected) this.versionFaults.push(`version ${expected} is missing`);
    if (type !== this.prompt.type) this.versionFaults.push(`version ${number} has a different type from its prompt`);
    this.newest = { number, hash };
    const parsed = version && parseVersion(version);
    if (!parsed) {
      this.versionFaults.push(`version ${number} cannot be read`);
      return;
    }
    if (this.hashing.hash(parsed.canonical) !== hash) {
      this.versionFaults.push(`version ${number} does not match its hash`);
    }
    for (const target of parsed.includes) this.expectedIncludes.add(target);
  }
}

/** Undefined for content that could not have been published. */
function parseVersion({ content: stored, variables, config }: PromptVersion) {
  try {
    const content = parseContent(stored, Number.POSITIVE_INFINITY);
    if (content.kind === 'invalid') return undefined;
    return {
      canonical: canonicalVersion(content.content, variables, config),
      includes: includeTargets(templatesOf(content.template)).map(printIncludeTarget),
    };
  } catch {
    // Stored JSON can have any shape, whatever its type claims.
    return undefined;
  }
}
