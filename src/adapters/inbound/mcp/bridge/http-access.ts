import type { z } from 'zod';
import { parseBody } from '../../../../../clients/typescript/src/network/parse-body.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { PromptName, PromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import type { Rendered } from '../../../../domain/templates/render-template.ts';
import { ERROR_SENTENCES } from '../../http/errors/error-sentences.ts';
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
  RenderValues,
  WithVariables,
} from '../access/prompt-access.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { ServiceClient } from './service-client.ts';
import * as responses from './service-responses.ts';

const PROMPTS = '/api/prompts';
/** The endpoint refuses clients that do not accept both. */
const TOOL_CALL = { accept: 'application/json, text/event-stream' };
const NOT_FOUND = 404;
const CONFLICT = 409;
const REJECTED = 422;

/**
 * The prompts of another service. They are read over its API, and written with the tools of its MCP endpoint, so that its
 * history shows what an agent has written as such, and labels are moved only from the version that is expected.
 */
export class HttpAccess implements PromptAccess {
  readonly #sources = new WeakMap<PromptReading, responses.ReadingSource>();

  constructor(
    private readonly service: ServiceClient,
    private readonly view: PromptView,
  ) {}

  list(page: ListPage): Promise<ListedPage> {
    return this.service.read(responses.summaryPage, `${PROMPTS}?${listQuery(page)}`);
  }

  listWithVariables(page: ListPage): Promise<ListedPage<PromptSummary & WithVariables>> {
    return this.service.read(responses.listedPage, `${PROMPTS}?${listQuery(page)}&include=content`);
  }

  async read(reference: PromptReference, choice: VersionChoice): Promise<PromptReading | undefined> {
    const response = await this.service.request(`${pathOf(reference)}${choiceQuery(choice)}`);
    if (response.status !== 200) {
      const failure = this.service.rejected(response);
      if (response.status === NOT_FOUND && failure.body.code === 'prompt_not_found') return undefined;
      throw failure;
    }
    const { source, reading } = this.service.check(responses.reading, response.body.json);
    this.#sources.set(reading, source);
    return reading;
  }

  async render(reading: PromptReading, { variables, placeholders }: RenderValues): Promise<Rendered> {
    const source = this.#sources.get(reading);
    invariant(source !== undefined, 'only what was read here is rendered');
    const { id, label, lockedFingerprint } = source;
    // A lock belongs to the label, not to the version.
    const selected = lockedFingerprint === undefined ? { version: reading.version.version } : { label };
    const { fingerprint, rendered } = await this.service.read(responses.rendering, `${PROMPTS}/${id}/render`, {
      method: 'POST',
      json: { ...selected, variables, placeholders, strict: true },
    });
    if (lockedFingerprint === undefined || fingerprint === lockedFingerprint) return rendered;
    throw new RequestFailure(CONFLICT, { error: ERROR_SENTENCES.conflict, code: 'conflict' });
  }

  /** The service has counted the read itself. */
  countRead(): void {}

  /** The tool of the service decides again whether the prompt exists, so that the mode does not matter. */
  async publish(name: PromptName, { content, ...publication }: Publication): Promise<Published> {
    const { type: _, ...template } = content;
    const given = { name, ...template, ...publication };
    const published = await this.#callTool(responses.publishedPrompt, 'publish_prompt', given);
    const { created, unchanged, version, hash, labels, affected, breaking } = published;
    const kind = created ? 'created' : unchanged ? 'unchanged' : 'revised';
    return { kind, prompt: { name: published.name, labels }, version, hash, affected, breaking };
  }

  moveLabel(reference: PromptReference, move: LabelMoveRequest): Promise<MovedLabel> {
    return this.#callTool(responses.movedLabel, 'move_label', { name: refOf(reference), ...move });
  }

  async #callTool<Schema extends z.ZodType>(schema: Schema, name: string, given: object): Promise<z.output<Schema>> {
    const query = viewQuery(this.view);
    query.set('tools', 'write');
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
    const response = await this.service.request(`/mcp?${query}`, { method: 'POST', headers: TOOL_CALL, json });
    if (response.status !== 200) throw this.service.rejected(response);
    const message = this.service.check(responses.toolResponse, parseBody(messageIn(response.body.text)));
    if ('error' in message) {
      const { message: error, data } = message.error;
      throw new RequestFailure(503, { error, code: data?.code ?? 'internal_error' });
    }
    const { structuredContent, isError } = message.result;
    if (isError) throw new RequestFailure(REJECTED, this.service.check(responses.errorBody, structuredContent));
    return this.service.check(schema, structuredContent);
  }
}

/** The message of a stream with one event, or of a plain response. */
const messageIn = (text: string): string => /^data: ?(.*)$/m.exec(text)?.[1] ?? text;

const refOf = (reference: PromptReference): string => (reference.by === 'id' ? reference.id : reference.name);
const pathOf = (reference: PromptReference): string => `${PROMPTS}/${encodeURIComponent(refOf(reference))}`;

function choiceQuery(choice: VersionChoice): string {
  if (choice.by === 'default') return '';
  return choice.by === 'version' ? `?version=${choice.version}` : `?label=${choice.label}`;
}

function viewQuery({ tags, folder, label }: PromptView): URLSearchParams {
  const query = new URLSearchParams(tags.map((tag): [string, string] => ['tag', tag]));
  if (folder !== undefined) query.set('folder', folder);
  if (label !== undefined) query.set('label', label);
  return query;
}

function listQuery({ view, words = [], cursor, limit }: ListPage): URLSearchParams {
  const query = viewQuery(view);
  if (words.length > 0) query.set('q', words.join(' '));
  if (cursor !== undefined) query.set('cursor', cursor);
  query.set('limit', String(limit));
  return query;
}
