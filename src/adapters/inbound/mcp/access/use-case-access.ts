import { hash } from 'node:crypto';
import type { Execution } from '../../../../application/ports/execution.ts';
import type { PromptQuery } from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { ListedPrompts, ListPrompts } from '../../../../application/prompts/catalog/list-prompts.ts';
import type { FindImpact, ImpactRequest } from '../../../../application/prompts/impact/find-impact.ts';
import type { MoveLabel } from '../../../../application/prompts/labels/move-label.ts';
import type { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import type { ReadPrompt, ReadPromptOutcome } from '../../../../application/prompts/read-prompt.ts';
import type { RenderPrompt } from '../../../../application/prompts/render-prompt.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { PromptName, PromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { Rendered } from '../../../../domain/templates/render-template.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import { presentMovedLabel } from '../../api/prompts/present-prompt.ts';
import { rejectBrokenIncluders, rejectRendering, toRejection } from '../../api/prompts/prompt-rejections.ts';
import { breakingChange, noPrompt, presentBreakingChange, presentBroken } from '../../api/prompts/prompt-sentences.ts';
import { Rejection } from '../../http/errors/rejection.ts';
import { promptCursor } from '../../http/request/pagination.ts';
import type {
  LabelMoveRequest,
  ListedPage,
  ListPage,
  MovedLabel,
  PromptAccess,
  PromptReading,
  PromptSummary,
  Publication,
  Published,
  PublishMode,
  RenderValues,
  WithVariables,
  WriteImpact,
} from './prompt-access.ts';
import type { RequestFailure } from './request-failure.ts';

export interface AccessUseCases {
  readonly listPrompts: ListPrompts;
  readonly readPrompt: ReadPrompt;
  readonly renderPrompt: RenderPrompt;
  readonly putPrompt: PutPrompt;
  readonly moveLabel: MoveLabel;
  readonly findImpact: FindImpact;
}

/** The request that the access is for. */
export interface AccessRequest {
  readonly owner: AccountId;
  readonly actor: Actor;
  readonly execution: Execution;
  readonly toFailure: (error: unknown) => RequestFailure;
  readonly countRead: (read: PromptRead) => void;
  /** Called after a write, which is reported even if the key is replaced before the response is sent. */
  readonly reportWrite: () => void;
}

type Reading = Extract<ReadPromptOutcome, { kind: 'read' }>;

/** The prompts of this service. */
export class UseCaseAccess implements PromptAccess {
  /** Outcomes of reads, to be rendered or counted. */
  readonly #readings = new WeakMap<PromptReading, Reading>();

  constructor(
    private readonly useCases: AccessUseCases,
    private readonly request: AccessRequest,
  ) {}

  list(page: ListPage): Promise<ListedPage> {
    return this.#run(async () => {
      const { prompts, nextCursor } = await this.#listPage(page, false);
      return { items: prompts.map(({ prompt }) => prompt), nextCursor };
    });
  }

  listWithVariables(page: ListPage): Promise<ListedPage<PromptSummary & WithVariables>> {
    return this.#run(async () => {
      const { prompts, nextCursor } = await this.#listPage(page, true);
      const items = prompts.map(({ prompt, version }) => ({
        name: prompt.name,
        description: prompt.description,
        tags: prompt.tags,
        labels: prompt.labels,
        latestVersion: prompt.latestVersion,
        variables: version?.variables ?? [],
      }));
      return { items, nextCursor };
    });
  }

  read(reference: PromptReference, choice: VersionChoice): Promise<PromptReading | undefined> {
    return this.#run(async () => {
      const outcome = await this.useCases.readPrompt.execute(this.request.owner, reference, { choice });
      if (outcome.kind === 'not-found') return undefined;
      if (outcome.kind !== 'read') throw toRejection(outcome, outcome.prompt.name, '');
      const reading: PromptReading = { prompt: outcome.prompt, version: outcome.version };
      this.#readings.set(reading, outcome);
      return reading;
    });
  }

  render(reading: PromptReading, values: RenderValues): Promise<Rendered> {
    return this.#run(async () => {
      const input = { ...values, strict: true };
      const outcome = await this.useCases.renderPrompt.renderReading(
        this.#recall(reading),
        input,
        this.request.execution,
      );
      switch (outcome.kind) {
        case 'rendered':
          return outcome.rendered;
        case 'variables-invalid':
        case 'includes-invalid':
        case 'too-large':
          throw rejectRendering(outcome);
        default:
          throw rejectOutcome(outcome, reading.prompt.name);
      }
    });
  }

  countRead(reading: PromptReading): void {
    const { prompt, version, resolved } = this.#recall(reading);
    this.request.countRead({ promptId: prompt.id, version: version.version, label: resolved.label });
  }

  publish(name: PromptName, publication: Publication, mode: PublishMode): Promise<Published | undefined> {
    return this.#run(async () => {
      const isNew = mode.kind === 'create';
      const request = {
        input: { ...publication, ...(isNew && { tags: mode.tags }) },
        by: this.request.actor,
        ...(isNew ? { createOnly: true } : { precondition: 'any' as const }),
      } as const;
      const { owner, execution } = this.request;
      const impact = await this.#findImpact({ by: 'name', name }, { input: publication, labels: publication.labels });
      const outcome = await this.useCases.putPrompt.execute(owner, { by: 'name', name }, request, execution);
      switch (outcome.kind) {
        case 'created':
        case 'revised':
        case 'unchanged': {
          const { kind, prompt, version } = outcome;
          this.request.reportWrite();
          const published = { kind, prompt, version: version.version, hash: version.hash };
          return kind === 'unchanged' ? published : { ...published, ...impact };
        }
        case 'precondition-failed':
          return undefined;
        case 'breaks-includers':
          throw rejectBrokenIncluders(outcome, '', 'Keep what they need, or change them first.');
        default:
          throw rejectOutcome(outcome, name);
      }
    });
  }

  moveLabel(reference: PromptReference, move: LabelMoveRequest): Promise<MovedLabel> {
    return this.#run(async () => {
      const { owner, execution } = this.request;
      const impact = await this.#findImpact(reference, { version: move.version, labels: [move.label] });
      const outcome = await this.useCases.moveLabel.execute(
        owner,
        reference,
        { ...move, by: this.request.actor },
        execution,
      );
      switch (outcome.kind) {
        case 'moved':
          this.request.reportWrite();
          return { ...presentMovedLabel(outcome.move), ...impact };
        case 'breaking':
          throw new Rejection('breaking_change', {
            sentence: breakingChange(outcome.changes, `Move ${move.label} in the dashboard to do so anyway.`),
            details: outcome.changes.map(presentBreakingChange),
          });
        case 'breaks-includers':
          throw rejectBrokenIncluders(outcome, move.label, `Move ${move.label} in the dashboard to do so anyway.`);
        case 'precondition-failed':
          throw rejectUnexpected(move);
        default:
          throw rejectOutcome(outcome, reference.by === 'id' ? reference.id : reference.name);
      }
    });
  }

  /** What a write would do to other prompts; empty if that is nothing. */
  async #findImpact(reference: PromptReference, request: ImpactRequest): Promise<WriteImpact> {
    const { owner, execution } = this.request;
    const impact = await this.useCases.findImpact.beforeWrite(owner, reference, request, execution);
    if (!impact) return {};
    const { details } = presentBroken(
      impact.entries.map(({ breaking, ...entry }) => ({ ...entry, changes: breaking })),
    );
    return { affected: impact.affected, ...(details.length > 0 && { breaking: details }) };
  }

  async #listPage({ view, words = [], cursor, limit }: ListPage, withContent: boolean) {
    const { owner, execution } = this.request;
    const filters = hash('sha256', JSON.stringify([view.tags.toSorted(), view.folder, view.label, words])).slice(0, 16);
    const query: PromptQuery = {
      ...view,
      archived: false,
      sort: 'name',
      order: 'ascending',
      after: cursor === undefined ? undefined : promptCursor.decode(cursor, filters),
      limit,
    };
    const list = (): Promise<ListedPrompts> =>
      this.useCases.listPrompts.execute(owner, query, withContent, words, execution);
    const { prompts, next } = await (withContent || words.length > 0 ? execution.heavy(list) : list());
    return { prompts, nextCursor: next && promptCursor.encode(next, filters) };
  }

  #recall(reading: PromptReading): Reading {
    const recalled = this.#readings.get(reading);
    invariant(recalled !== undefined, 'only what was read here is rendered or counted');
    return recalled;
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.request.toFailure(error);
    }
  }
}

type Rejected = Parameters<typeof toRejection>[0] | { readonly kind: 'not-found' };

const rejectOutcome = (outcome: Rejected, prompt: string): Rejection =>
  outcome.kind === 'not-found'
    ? new Rejection('prompt_not_found', { sentence: noPrompt(prompt) })
    : toRejection(outcome, prompt, '');

function rejectUnexpected({ label, expectedVersion }: LabelMoveRequest): Rejection {
  const problem =
    expectedVersion === 0
      ? `Label ${label} already points to a version.`
      : `Label ${label} does not point to version ${expectedVersion}.`;
  return new Rejection('precondition_failed', { sentence: `${problem} Read the prompt again, then repeat the move.` });
}
