import type { Label } from '../../../../domain/naming/label.ts';
import type { PromptName, PromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { Tag } from '../../../../domain/naming/tag.ts';
import type { VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { SearchWords } from '../../../../domain/prompts/prompt-search.ts';
import type { PromptView, ViewedPrompt } from '../../../../domain/prompts/prompt-view.ts';
import type { ContentInput, PromptContent } from '../../../../domain/templates/prompt-content.ts';
import type { Rendered } from '../../../../domain/templates/render-template.ts';
import type { VariableDeclaration, VariableInput } from '../../../../domain/templates/variables.ts';
import type { JsonObject } from '../../../../domain/text/json.ts';
import type { FailureDetail } from './request-failure.ts';

/**
 * The prompts of one account, for one request of an MCP client: those of this service, or of another one over HTTP.
 * Every method rejects with RequestFailure, which holds the error of the HTTP API.
 */
export interface PromptAccess {
  /** Lists prompts by name. Archived prompts are left out. */
  list(page: ListPage): Promise<ListedPage>;

  /** Like `list`, with the variables of the version that the view selects. May return fewer prompts than the limit. */
  listWithVariables(page: ListPage): Promise<ListedPage<PromptSummary & WithVariables>>;

  /** Undefined if there is no such prompt. A missing label or version is a failure. */
  read(reference: PromptReference, choice: VersionChoice): Promise<PromptReading | undefined>;

  /** Renders strictly: every variable and every placeholder needs a value that fits. */
  render(reading: PromptReading, values: RenderValues): Promise<Rendered>;

  /** Counts in the statistics that the client gets this version. */
  countRead(reading: PromptReading): void;

  /** Publishes a version of a prompt that exists, or creates one. Undefined if it exists only in the other case. */
  publish(name: PromptName, publication: Publication, mode: PublishMode): Promise<Published | undefined>;

  /** Moves a label, never by force. */
  moveLabel(reference: PromptReference, move: LabelMoveRequest): Promise<MovedLabel>;
}

export interface ListPage {
  readonly view: PromptView;
  readonly words?: SearchWords;
  /** Position at which the previous page ended. */
  readonly cursor?: string | undefined;
  /** Number of prompts, at most 200. */
  readonly limit: number;
}

export interface ListedPage<Item = PromptSummary> {
  readonly items: readonly Item[];
  readonly nextCursor: string | undefined;
}

export interface PromptSummary extends ViewedPrompt {
  readonly description: string;
  readonly latestVersion: number;
}

export interface WithVariables {
  readonly variables: readonly VariableDeclaration[];
}

export interface PromptReading {
  readonly prompt: PromptSummary;
  readonly version: WithVariables & {
    readonly version: number;
    readonly hash: string;
    readonly content: PromptContent;
    readonly config: JsonObject;
  };
}

export interface RenderValues {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly placeholders: Readonly<Record<string, unknown>>;
}

export interface Publication {
  readonly content: ContentInput;
  readonly variables?: readonly VariableInput[] | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly message: string;
  readonly labels?: readonly string[] | undefined;
}

/** A new prompt gets these tags. */
export type PublishMode = { readonly kind: 'revise' } | { readonly kind: 'create'; readonly tags: readonly Tag[] };

/** How many labels and latest versions of other prompts change with a write, and which of them break; empty for none. */
export interface WriteImpact {
  readonly affected?: number | undefined;
  readonly breaking?: readonly FailureDetail[] | undefined;
}

export interface Published extends WriteImpact {
  readonly kind: 'created' | 'revised' | 'unchanged';
  readonly prompt: Pick<PromptSummary, 'name' | 'labels'>;
  readonly version: number;
  readonly hash: string;
}

export interface LabelMoveRequest {
  readonly label: Label;
  readonly version: number;
  /** The version that the label must point to now, 0 for none. */
  readonly expectedVersion: number;
  readonly message: string;
}

export interface MovedLabel extends WriteImpact {
  readonly label: string;
  readonly version: number | null;
  readonly previous: number | null;
  readonly movedAt: string;
}
