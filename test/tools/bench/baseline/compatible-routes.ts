import Router from '@koa/router';
import type { Middleware, ParameterizedContext } from 'koa';
import type { AccountRow, BaselineStorage } from './baseline-storage.ts';
import { VARIABLE } from './new-prompt.ts';

export interface BaselineState {
  account: AccountRow;
  key: string;
}

/** A prompt as clients of other tools read it. */
export function compatibleRoutes(storage: BaselineStorage, authenticate: Middleware<BaselineState>): Middleware {
  const router = new Router<BaselineState>();
  router.use(authenticate);

  const read = async (ctx: ParameterizedContext<BaselineState>, name: string, label: string) => {
    const row = await storage.read(ctx.state.account.id, name, label);
    if (!row) return ctx.throw(404);
    return { ...row, config: JSON.parse(row.config), content: JSON.parse(row.body) as string };
  };

  router.get('/api/public/v2/prompts/:name', async (ctx) => {
    const { name = '' } = ctx.params;
    const row = await read(ctx, name, String(ctx.query['label'] ?? 'production'));
    const labels: Record<string, number> = JSON.parse(row.labels);
    ctx.body = {
      id: `${row.id}.${row.version}`,
      name,
      version: row.version,
      type: row.type,
      prompt: row.content,
      config: row.config,
      labels: Object.keys(labels).filter((label) => labels[label] === row.version),
      tags: JSON.parse(row.tags),
      commitMessage: row.message,
      resolutionGraph: null,
      createdAt: new Date(row.published_at).toISOString(),
      updatedAt: new Date(row.updated_at).toISOString(),
      createdBy: 'API',
      projectId: ctx.state.account.id,
      isActive: labels['production'] === row.version,
    };
  });

  router.get('/beta/litellm_prompt_management', async (ctx) => {
    const name = String(ctx.query['prompt_id']);
    const { content, config } = await read(ctx, name, String(ctx.query['label']));
    const { model, ...parameters } = config;
    ctx.body = {
      prompt_id: name,
      prompt_template: [{ role: 'system', content: content.replaceAll(VARIABLE, '{$1}') }],
      prompt_template_model: model,
      prompt_template_optional_params: parameters,
    };
  });

  router.get('/api/hub/commits/:owner/:name/:commit', async (ctx) => {
    const { name = '', commit = '' } = ctx.params;
    const { content, hash } = await read(ctx, name, commit);
    const kwargs = {
      template: content,
      input_variables: [...content.matchAll(VARIABLE)].map(([, variable]) => variable),
      template_format: 'mustache',
    };
    const id = ['langchain_core', 'prompts', 'prompt', 'PromptTemplate'];
    ctx.body = { commit_hash: hash, manifest: { lc: 1, type: 'constructor', id, kwargs }, examples: [] };
  });

  return router.routes() as Middleware;
}
