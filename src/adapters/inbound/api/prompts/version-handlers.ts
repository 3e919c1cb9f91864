import { insideHeavy } from '../../../../application/ports/execution.ts';
import type { PublishVersion } from '../../../../application/prompts/publish-version.ts';
import type { ReadPrompt } from '../../../../application/prompts/read-prompt.ts';
import type { DiffVersions } from '../../../../application/prompts/versions/diff-versions.ts';
import type { ListVersions } from '../../../../application/prompts/versions/list-versions.ts';
import { parseVersionSelector, type VersionSelector } from '../../../../domain/naming/version-selector.ts';
import { findWarnings } from '../../../../domain/templates/content-warnings.ts';
import { BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { badQuery } from '../../http/errors/rejection.ts';
import { versionCursor } from '../../http/request/pagination.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { respondData, respondPage } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { etagOf, isKnown, preconditionOf, respondNotModified } from './etag.ts';
import { versionInput } from './operations/request-schemas.ts';
import { versionOperations } from './operations/version-operations.ts';
import { readReference, readVersionNumber } from './path-parameters.ts';
import { presentVersion, summarizeVersion } from './present-prompt.ts';
import { type NameSuggestions, rejectPrompt } from './prompt-rejections.ts';
import { presentBreakingChange } from './prompt-sentences.ts';
import type { PromptMount } from './write-handlers.ts';

export interface VersionServices extends PromptMount, NameSuggestions {
  readonly listVersions: ListVersions;
  readonly readPrompt: ReadPrompt;
  readonly publishVersion: PublishVersion;
  readonly diffVersions: DiffVersions;
}

/** A version under its prompt's id never changes; under a name it may, because a name can be reused. */
const IMMUTABLE = 'private, max-age=31536000, immutable';

export const listVersions =
  ({ listVersions, publicUrl, ...suggestions }: VersionServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { limit, cursor: before } = readQuery(ctx, versionOperations.list.query);
    const outcome = await listVersions.execute(ctx.state.account.id, reference, { before, limit });
    if (outcome.kind !== 'listed') throw await rejectPrompt(ctx, outcome, suggestions);
    const { prompt, versions, next } = outcome;
    const items = versions.map((version) => summarizeVersion(prompt, version));
    respondPage(ctx, publicUrl(), items, versionCursor.encode(next));
  };

export const readVersion =
  ({ readPrompt, ...suggestions }: VersionServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    readQuery(ctx, versionOperations.read.query);
    const choice = { by: 'version', version: readVersionNumber(ctx.params['n']) } as const;
    const outcome = await readPrompt.execute(ctx.state.account.id, reference, { choice });
    if (outcome.kind !== 'read') {
      if (outcome.kind !== 'not-found') ctx.state.promptRead = { promptId: outcome.prompt.id, version: undefined };
      throw await rejectPrompt(ctx, outcome, suggestions);
    }
    ctx.state.promptRead = { promptId: outcome.prompt.id, version: outcome.version.version };
    if (reference.by === 'id') ctx.state.cacheControl = IMMUTABLE;
    const etag = etagOf(outcome.prompt, outcome.version.version);
    if (isKnown(ctx, etag)) respondNotModified(ctx, etag);
    else respondData(ctx, presentVersion(outcome.prompt, outcome.version), { headers: ['ETag', etag] });
  };

export const publishVersion =
  ({ publishVersion, actorOf, publicUrl, prefix, ...suggestions }: VersionServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { labels, restore, force, ...body } = await readJson(ctx, versionOperations.publish.body, BODY_BYTES_MAX);
    const input = restore === undefined ? versionInput(body) : { restore, message: body.message };
    const request = { input, labels, force, precondition: preconditionOf(ctx), by: actorOf(ctx) };
    const outcome = await publishVersion.execute(ctx.state.account.id, reference, request, RequestExecution.of(ctx));
    if (outcome.kind !== 'published' && outcome.kind !== 'unchanged')
      throw await rejectPrompt(ctx, outcome, suggestions);
    const { kind, prompt, version } = outcome;
    const headers = ['ETag', etagOf(prompt, version.version)];
    if (kind === 'published') {
      headers.push('Location', `${publicUrl()}${prefix}/prompts/${prompt.id}/versions/${version.version}`);
    }
    const written = { ...presentVersion(prompt, version), warnings: findWarnings(version.content) };
    respondData(ctx, written, { status: kind === 'published' ? 201 : 200, headers });
  };

export const diffVersions =
  ({ diffVersions, ...suggestions }: VersionServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { from, to } = readQuery(ctx, versionOperations.diff.query);
    const ends = { from: parseSelector('from', from), to: parseSelector('to', to) };
    const execution = RequestExecution.of(ctx);
    // One slot for all of it: a part of heavy work that waited for another slot could wait for itself.
    const outcome = await execution.heavy(() =>
      diffVersions.execute(ctx.state.account.id, reference, ends, insideHeavy(execution)),
    );
    if (outcome.kind !== 'compared') throw await rejectPrompt(ctx, outcome, suggestions);
    const { text, variables, config, breaking } = outcome;
    const changed = variables.changed.map((change) => ({ name: change.to.name, ...change }));
    const breakingChanges = breaking.map(presentBreakingChange);
    const isBreaking = breaking.length > 0;
    respondData(ctx, { text, variables: { ...variables, changed }, config, breaking: isBreaking, breakingChanges });
  };

function parseSelector(path: string, text: string): VersionSelector {
  const parsed = parseVersionSelector(text);
  if (!parsed) throw badQuery([{ path, problem: 'malformed', text: 'is neither a version nor a label' }]);
  return parsed;
}
