import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import type { BaselineKeys } from './baseline-keys.ts';
import type { AccountRow, BaselineStorage, PromptRow, VersionRow } from './baseline-storage.ts';
import { newPrompt, VARIABLE } from './new-prompt.ts';

const BEARER = /^bearer (ph_[0-9a-f]{64})$/i;

interface BaselineState {
  account: AccountRow;
  key: string;
}

/**
 * The same responses to the same requests, as simple as possible: no statistics, log, limits, validation or deadlines.
 * The difference to the service is the cost of those features.
 */
export function baselineApp(storage: BaselineStorage, keys: BaselineKeys): Koa {
  const router = new Router<BaselineState>({ prefix: '/api' });

  router.use(async (ctx, next) => {
    const [, key] = BEARER.exec(ctx.get('Authorization')) ?? [];
    const account = key && (await storage.accountByDigest(keys.digest(key)));
    if (!key || !account) return unauthorized(ctx);
    ctx.state.account = account;
    ctx.state.key = key;
    return next();
  });

  router.get('/auth/token', (ctx) => {
    const { account, key } = ctx.state;
    ctx.body = { token: key, userId: account.id, email: account.email, name: account.name };
  });

  router.delete('/auth/token', async (ctx) => {
    const { account, key } = ctx.state;
    const token = keys.make();
    const issued = { digest: keys.digest(token), sealed: keys.seal(token, account.id), at: Date.now() };
    if (!(await storage.replaceKey({ accountId: account.id, retired: keys.digest(key), ...issued }))) {
      return unauthorized(ctx);
    }
    ctx.body = { token };
  });

  router.get('/prompts', async (ctx) => {
    const { limit: requested, cursor } = ctx.query;
    const limit = Number(requested ?? 50);
    const after = cursor === undefined ? '' : positionIn(String(cursor)).n;
    const rows = await storage.promptsByName(ctx.state.account.id, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    ctx.body = { data: page.map(promptResponse), nextCursor: last ? cursorAfter(last) : null };
  });

  router.post('/prompts', async (ctx) => {
    const { prompt, version } = newPrompt(await readJson(ctx));
    await storage.create(ctx.state.account.id, prompt, version);
    ctx.status = 201;
    ctx.body = { data: readResponse(prompt, version) };
  });

  router.get('/prompts/:name', async (ctx) => {
    const { name = '' } = ctx.params;
    const label = String(ctx.query['label'] ?? 'production');
    const known = ctx.get('If-None-Match');
    if (known !== '') {
      const seen = await storage.readHead(ctx.state.account.id, name, label);
      // The service's ETag also names the last write.
      if (seen && known.startsWith(etag(seen, seen.version).slice(0, -1))) {
        ctx.set('ETag', known);
        ctx.status = 304;
        return;
      }
    }
    const row = await storage.read(ctx.state.account.id, name, label);
    if (!row) return ctx.throw(404);
    ctx.set('ETag', etag(row, row.version));
    ctx.body = {
      data: { ...readResponse(row, row), resolved: { by: 'label', label, version: row.version, hash: row.hash } },
    };
  });

  router.post('/prompts/:name/render', async (ctx) => {
    const { name = '' } = ctx.params;
    const { label, variables } = await readJson(ctx);
    const row = await storage.read(ctx.state.account.id, name, label);
    if (!row) return ctx.throw(404);
    const text = JSON.parse(row.body).replaceAll(VARIABLE, (_: string, variable: string) => variables[variable]);
    const { version, hash } = row;
    ctx.body = { data: { text, config: JSON.parse(row.config), version, hash, fingerprint: hash, includes: [] } };
  });

  const app = new Koa();
  app.use(router.routes());
  return app;
}

function unauthorized(ctx: Context): void {
  ctx.status = 401;
  ctx.body = { error: 'Unauthorized' };
}

/** With events: iterating over the request costs more than parsing it. */
function readJson({ req }: Context) {
  return new Promise<ReturnType<typeof JSON.parse>>((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('error', reject);
    req.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
  });
}

/** A cursor of the service. */
const positionIn = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));

const cursorAfter = ({ name, updated_at, id }: PromptRow): string =>
  Buffer.from(JSON.stringify({ n: name, u: updated_at, i: id })).toString('base64url');

const etag = ({ id, revision }: Pick<PromptRow, 'id' | 'revision'>, version: number): string =>
  `"${id}.${revision}.${version}"`;

const promptResponse = (row: PromptRow) => ({
  id: row.id,
  name: row.name,
  folder: row.folder,
  type: row.type,
  description: row.description,
  tags: JSON.parse(row.tags),
  labels: JSON.parse(row.labels),
  latestVersion: row.latest_version,
  revision: row.revision,
  archived: row.archived === 1,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
});

const readResponse = (prompt: PromptRow, version: VersionRow) => ({
  ...promptResponse(prompt),
  promptId: prompt.id,
  version: version.version,
  variables: JSON.parse(version.variables),
  config: JSON.parse(version.config),
  message: version.message,
  hash: version.hash,
  restoredFrom: version.restored_from,
  publishedAt: new Date(version.published_at).toISOString(),
  content: JSON.parse(version.body),
});
