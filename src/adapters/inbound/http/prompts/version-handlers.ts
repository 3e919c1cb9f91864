import Router from '@koa/router';
import type { PublishVersion } from '../../../../application/prompts/publish-version.ts';
import type { DiffVersions } from '../../../../application/prompts/versions/diff-versions.ts';
import type { ListVersions } from '../../../../application/prompts/versions/list-versions.ts';
import type { ReadVersion } from '../../../../application/prompts/versions/read-version.ts';
import { parseVersionSelector, type VersionSelector } from '../../../../domain/prompts/naming/version-selector.ts';
import type { PromptsOpen } from '../auth/require-key.ts';
import { badRequest } from '../errors/rejection.ts';
import { routePath } from '../request/operation.ts';
import { BODY_BYTES_MAX, readJson } from '../request/read-json.ts';
import { readQuery, withoutQuery } from '../request/read-query.ts';
import { etagOf, preconditionOf } from './etag.ts';
import { answerList } from './list-response.ts';
import { readReference, readVersionNumber } from './path-parameters.ts';
import { summaryAnswer, versionAnswer } from './present-prompt.ts';
import { operations } from './prompt-operations.ts';
import { refused } from './prompt-rejections.ts';
import { versionInput } from './request-schemas.ts';
import type { PromptRouteMount } from './write-handlers.ts';

export interface VersionUseCases {
  readonly listVersions: ListVersions;
  readonly readVersion: ReadVersion;
  readonly publishVersion: PublishVersion;
  readonly diffVersions: DiffVersions;
}

/** A version under its prompt's id never changes; under a name it may, because names can be used again. */
const FOR_EVER = 'private, max-age=31536000, immutable';

export function versionRoutes(useCases: VersionUseCases, { by, base }: PromptRouteMount): Router<PromptsOpen> {
  const { listVersions, readVersion, publishVersion, diffVersions } = useCases;
  const router = new Router<PromptsOpen>({ sensitive: true });

  router.get(routePath(operations.versions), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { limit, cursor: before } = readQuery(ctx, operations.versions.query);
    const outcome = await listVersions.execute(ctx.state.account.id, reference, { before, limit });
    if (outcome.kind !== 'listed') throw refused(outcome);
    const { prompt, versions, next } = outcome;
    const items = versions.map((version) => summaryAnswer(prompt, version));
    answerList(ctx, base(), items, next === undefined ? null : `v${next}`);
  });

  router.get(routePath(operations.version), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    readQuery(ctx, operations.version.query);
    const outcome = await readVersion.execute(ctx.state.account.id, reference, readVersionNumber(ctx.params['n']));
    if (outcome.kind !== 'read') throw refused(outcome);
    ctx.state.promptRead = { promptId: outcome.prompt.id, version: outcome.version.version };
    if (reference.by === 'id') ctx.set('Cache-Control', FOR_EVER);
    ctx.body = { data: versionAnswer(outcome.prompt, outcome.version) };
  });

  router.post(routePath(operations.publish), withoutQuery, async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { labels, restore, ...body } = await readJson(ctx, operations.publish.body, BODY_BYTES_MAX);
    const input = restore === undefined ? versionInput(body) : { restore, message: body.message };
    const request = { input, labels, precondition: preconditionOf(ctx), by };
    const outcome = await publishVersion.execute(ctx.state.account.id, reference, request);
    if (outcome.kind !== 'published' && outcome.kind !== 'unchanged') throw refused(outcome);
    const { kind, prompt, version } = outcome;
    if (kind === 'published') {
      ctx.status = 201;
      ctx.set('Location', `${base()}/prompts/${prompt.id}/versions/${version.version}`);
    }
    ctx.set('ETag', etagOf(prompt, version.version));
    ctx.body = { data: versionAnswer(prompt, version) };
  });

  router.get(routePath(operations.diff), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { from, to } = readQuery(ctx, operations.diff.query);
    const ends = { from: selector('from', from), to: selector('to', to) };
    const outcome = await diffVersions.execute(ctx.state.account.id, reference, ends);
    if (outcome.kind !== 'compared') throw refused(outcome);
    const { text, variables, config, breaking } = outcome;
    const changed = variables.changed.map((change) => ({ name: change.to.name, ...change }));
    ctx.body = { data: { text, variables: { ...variables, changed }, config, breaking } };
  });

  return router;
}

function selector(path: string, text: string): VersionSelector {
  const parsed = parseVersionSelector(text);
  if (!parsed) throw badRequest('bad_query', [{ path, problem: 'is neither a version nor a label' }]);
  return parsed;
}
