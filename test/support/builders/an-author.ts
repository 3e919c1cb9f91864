import { sha256ContentHashing as hashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { type Execution, UNLIMITED } from '../../../src/application/ports/execution.ts';
import type { VersionInput } from '../../../src/application/prompts/draft-version.ts';
import { findBrokenIncluders } from '../../../src/application/prompts/guard-includers.ts';
import type { IncluderPage } from '../../../src/application/prompts/impact/list-includers.ts';
import type { ExportedPrompt } from '../../../src/application/prompts/import-export/export-prompts.ts';
import type {
  ImportMode,
  ImportPromptsOutcome,
} from '../../../src/application/prompts/import-export/import-prompts.ts';
import { checkDocuments } from '../../../src/application/prompts/import-export/imported-prompt.ts';
import { toChange } from '../../../src/application/prompts/includes/prospective-change.ts';
import type { Precondition } from '../../../src/application/prompts/precondition.ts';
import type { MetadataInput } from '../../../src/application/prompts/prompt-input.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { Label, LabelOrLatest } from '../../../src/domain/naming/label.ts';
import { type PromptReference, parsePromptReference } from '../../../src/domain/naming/prompt-name.ts';
import { parseVersionSelector, type VersionSelector } from '../../../src/domain/naming/version-selector.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import { DEFAULT_CHOICE, type Prompt, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import type { PromptDocument } from '../../../src/domain/prompts/prompt-document.ts';
import type { PromptVersion } from '../../../src/domain/prompts/prompt-version.ts';
import type { Quotas } from '../../../src/domain/prompts/quotas.ts';
import { revisionIn } from '../../../src/domain/prompts/write-id.ts';
import type { ContentInput, MessageInput } from '../../../src/domain/templates/prompt-content.ts';
import { inMemoryPromptPorts } from '../in-memory/prompt-ports.ts';
import { aPromptsApplication } from '../in-memory/prompts-application.ts';
import { aQuery } from './a-prompt.ts';
import { anAccount } from './an-account.ts';
import { through } from './through.ts';

/** An exported prompt, with everything that the export reads in pages. */
export interface ExportedHistory {
  readonly prompt: ExportedPrompt['prompt'];
  readonly versions: readonly PromptVersion[];
  readonly moves: readonly LabelMove[];
}

/** A text, or the messages of a chat. */
export type Content = string | readonly MessageInput[];

type VersionFields = Omit<VersionInput, 'content' | 'restoredFrom'> & {
  readonly labels?: readonly string[];
  readonly force?: boolean;
  readonly precondition?: Precondition;
};
export type PromptFields = VersionFields & Pick<MetadataInput, 'description' | 'tags' | 'name'>;
type MoveFields = {
  readonly message?: string;
  readonly force?: boolean;
  readonly expectedVersion?: number;
  readonly precondition?: Precondition;
};
type RenderFields = {
  readonly placeholders?: Record<string, unknown>;
  readonly strict?: boolean;
  readonly by?: string;
  readonly at?: Date;
  readonly work?: Execution;
};

const toContentInput = (content: Content): ContentInput =>
  typeof content === 'string' ? { type: 'text', content } : { type: 'chat', messages: content };

function parseReference(text: string): PromptReference {
  const reference = parsePromptReference(text);
  invariant(reference !== undefined, `${text} refers to a prompt`);
  return reference;
}

function parseSelector(text: string): VersionSelector {
  const selector = parseVersionSelector(text);
  invariant(selector !== undefined, `${text} selects a version`);
  return selector;
}

/** Parses a version or a label; undefined means the default rule. */
export const toChoice = (text: string | undefined): VersionChoice =>
  text === undefined ? DEFAULT_CHOICE : parseSelector(text);

/** A concise way to call every prompt use case for one account, on a fake by default. */
export class Author {
  private readonly application;

  constructor(
    readonly prompts = inMemoryPromptPorts(),
    readonly owner = anAccount().id,
    quotas?: Quotas,
  ) {
    this.application = aPromptsApplication(prompts, quotas);
  }

  get now(): Date {
    return this.application.time.now;
  }

  /** Advances this author's clock only. */
  wait(ms: number): Date {
    this.application.time.now = new Date(this.now.getTime() + ms);
    return this.now;
  }

  create(name: string, content: Content, fields: Omit<PromptFields, 'precondition' | 'name'> = {}, work?: Execution) {
    const input = { ...fields, name, content: toContentInput(content) };
    return this.application.createPrompt.execute(this.owner, input, through('api'), work);
  }

  publish(
    reference: string,
    content: Content,
    { labels, force, precondition, ...fields }: VersionFields = {},
    work?: Execution,
  ) {
    const input = { ...fields, content: toContentInput(content) };
    const request = { input, labels, force, precondition, by: through('api') };
    return this.application.publishVersion.execute(this.owner, parseReference(reference), request, work);
  }

  restore(reference: string, version: number, { labels, force, precondition, message }: VersionFields = {}) {
    const request = { input: { restore: version, message }, labels, force, precondition, by: through('api') };
    return this.application.publishVersion.execute(this.owner, parseReference(reference), request);
  }

  put(reference: string, content: Content, { precondition, force, ...fields }: PromptFields = {}, createOnly = false) {
    const input = { ...fields, content: toContentInput(content) };
    const request = { input, precondition, createOnly, force, by: through('api') };
    return this.application.putPrompt.execute(this.owner, parseReference(reference), request);
  }

  change(reference: string, input: MetadataInput, precondition?: Precondition) {
    return this.application.changePrompt.execute(this.owner, parseReference(reference), {
      input,
      precondition,
      by: through('api'),
    });
  }

  delete(reference: string, precondition?: Precondition) {
    return this.application.deletePrompt.execute(this.owner, parseReference(reference), {
      precondition,
      by: through('api'),
    });
  }

  /** In the dashboard. */
  protect(...labels: readonly string[]) {
    return this.application.protectLabels.execute(this.owner, labels, through('dashboard'));
  }

  findLocked(label: Label) {
    return this.application.findLockedPrompts(this.owner, label, UNLIMITED);
  }

  move(
    reference: string,
    label: string,
    version: number,
    { channel = 'api', ...fields }: MoveFields & { readonly channel?: Channel } = {},
  ) {
    const request = { ...fields, label: label as Label, version, by: through(channel) };
    return this.application.moveLabel.execute(this.owner, parseReference(reference), request);
  }

  unlabel(reference: string, label: string, precondition?: Precondition) {
    const request = { label: label as Label, precondition, by: through('api') };
    return this.application.removeLabel.execute(this.owner, parseReference(reference), request);
  }

  includers(reference: string, page: Partial<IncluderPage> = {}) {
    return this.application.listIncluders.execute(this.owner, parseReference(reference), { limit: 50, ...page });
  }

  /** Of a version, or of new content. */
  impact(reference: string, change: number | Content, labels: readonly string[] = []) {
    const chosen = typeof change === 'number' ? { version: change } : { input: { content: toContentInput(change) } };
    return this.application.findImpact.execute(this.owner, parseReference(reference), { ...chosen, labels });
  }

  /** The labels of other prompts that a move would break. */
  async findBroken(reference: string, label: string, version: number) {
    const change = toChange(await this.mustFind(reference), [[label as Label, version]]);
    return findBrokenIncluders(this.prompts.reader, change, UNLIMITED);
  }

  rollBack(reference: string, label: string, precondition?: Precondition, from?: number, channel: Channel = 'api') {
    const request = { label: label as Label, from, precondition, by: through(channel) };
    return this.application.rollBackLabel.execute(this.owner, parseReference(reference), request);
  }

  history(reference: string, label: string, page: { before?: Date; limit?: number } = {}) {
    const wanted = { limit: 50, ...page };
    return this.application.listLabelMoves.execute(this.owner, parseReference(reference), label as Label, wanted);
  }

  read(reference: string, choice?: string, at?: Date) {
    return this.application.readPrompt.execute(this.owner, parseReference(reference), { choice: toChoice(choice), at });
  }

  readHead(reference: string, choice?: string) {
    return this.application.readPromptHead(this.owner, parseReference(reference), toChoice(choice));
  }

  versions(reference: string, page: { before?: number; limit?: number } = {}) {
    return this.application.listVersions.execute(this.owner, parseReference(reference), { limit: 50, ...page });
  }

  version(reference: string, version: number) {
    const choice = { by: 'version', version } as const;
    return this.application.readPrompt.execute(this.owner, parseReference(reference), { choice });
  }

  list(fields: Parameters<typeof aQuery>[0] = {}, withContent = false) {
    return this.application.listPrompts.execute(this.owner, aQuery(fields), withContent);
  }

  async revision(): Promise<number> {
    return revisionIn(await this.application.readPromptsState(this.owner));
  }

  diff(reference: string, from: string, to: string) {
    const ends = { from: parseSelector(from), to: parseSelector(to) };
    return this.application.diffVersions.execute(this.owner, parseReference(reference), ends);
  }

  render(reference: string, variables: Record<string, unknown> = {}, fields: RenderFields = {}) {
    const { placeholders = {}, strict = true, by, at, work } = fields;
    const input = { choice: toChoice(by), at, variables, placeholders, strict };
    return this.application.renderPrompt.execute(this.owner, parseReference(reference), input, work);
  }

  flatten(reference: string, by?: string, work?: Execution) {
    return this.application.flattenPrompt.execute(this.owner, parseReference(reference), toChoice(by), work);
  }

  async export(): Promise<readonly ExportedHistory[]> {
    const histories: ExportedHistory[] = [];
    for await (const { prompt, versions, moves } of this.application.exportPrompts.execute(this.owner)) {
      histories.push({ prompt, versions: await Array.fromAsync(versions), moves: await Array.fromAsync(moves) });
    }
    return histories;
  }

  async import(
    documents: readonly PromptDocument[],
    mode: ImportMode = 'skip',
    dryRun = false,
    force = false,
    channel: Channel = 'api',
  ): Promise<ImportPromptsOutcome> {
    const checked = checkDocuments(documents, hashing, this.application.time.now);
    if (checked.kind === 'invalid') return checked;
    const sources = checked.prompts.map(({ head, prompt }) => ({ head, read: async () => prompt }));
    return this.application.importPrompts.execute(this.owner, sources, { mode, dryRun, force, by: through(channel) });
  }

  /** Creates a prompt, and fails the test if that does not succeed. */
  async mustCreate(
    name: string,
    content: Content = 'Hello.',
    fields: Omit<PromptFields, 'precondition' | 'name'> = {},
  ) {
    return as('created', await this.create(name, content, fields)).prompt;
  }

  /** Publishes a version, and fails the test if that does not succeed. */
  async mustPublish(reference: string, content: Content, fields: VersionFields = {}): Promise<Prompt> {
    return as('published', await this.publish(reference, content, fields)).prompt;
  }

  async mustFind(reference: string): Promise<Prompt> {
    const prompt = await this.prompts.reader.find(this.owner, parseReference(reference));
    invariant(prompt !== undefined, `${reference} exists`);
    return prompt;
  }
}

/** An author with these prompts, created in this order, each with the same fields. */
export async function anAuthorWith(
  prompts: Readonly<Record<string, Content>>,
  fields: Parameters<Author['mustCreate']>[2] = {},
): Promise<Author> {
  const author = new Author();
  for (const [name, content] of Object.entries(prompts)) await author.mustCreate(name, content, fields);
  return author;
}

/** The members of a union of outcomes that have this kind. */
type OfKind<Outcome, Kind> = Outcome extends { readonly kind: infer Known }
  ? Kind extends Known
    ? Outcome
    : never
  : never;

/** Narrows the outcome to this kind, and fails the test if it has another. */
export function as<Outcome extends { readonly kind: string }, Kind extends Outcome['kind']>(
  kind: Kind,
  outcome: Outcome,
): OfKind<Outcome, Kind> {
  invariant(outcome.kind === kind, `the outcome is ${kind}: ${JSON.stringify(outcome)}`);
  return outcome as OfKind<Outcome, Kind>;
}

/** The precondition of a caller who has seen this prompt. */
export const seen = ({ id, revision, writeId }: Prompt): Precondition => [{ id, revision, writeId }];

export const label = (text: string): LabelOrLatest => text as Label;
