import { z } from 'zod';
import { NUMBERED_PROMPTS_MAX } from '../../../../application/prompts/catalog/list-numbered-page.ts';
import type { ListSkippedPage } from '../../../../application/prompts/catalog/list-skipped-page.ts';
import { foreignName } from '../../../../domain/naming/foreign-name.ts';
import { parsePromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import { parseSearch } from '../../../../domain/prompts/prompt-search.ts';
import { badQuery } from '../../http/errors/rejection.ts';
import { because } from '../../http/request/describe-issue.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { RevisionState } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/routes/route.ts';
import { CachedResponses } from '../cached-responses.ts';
import { printCommit } from './commit.ts';
import { rejectName } from './pull-handler.ts';

export interface RepoServices {
  readonly listSkippedPage: ListSkippedPage;
}

const ONE = { skip: 0, limit: 1 };

/** Responds with a prompt as LangSmith describes a repository: its clients look whether there is one. */
export function readRepo({ listSkippedPage }: RepoServices): Handle<RevisionState> {
  const responses = new CachedResponses();
  return (ctx) =>
    responses.respond(ctx, '', async () => {
      const { name = '', owner = '' } = ctx.params;
      const reference = parsePromptReference(foreignName(name) ?? '');
      if (!reference) throw rejectName(name, owner);
      const { by: _, ...named } = reference.by === 'id' ? { by: reference.by, ids: [reference.id] } : reference;
      const filter = { ...named, tags: [], archived: 'any' } as const;
      const execution = RequestExecution.of(ctx);
      const { prompts } = await listSkippedPage.execute(ctx.state.account.id, filter, [], ONE, execution);
      const [prompt] = prompts;
      if (!prompt) throw rejectName(name, owner);
      return { body: { repo: presentRepo(prompt) } };
    });
}

const LIMIT_MAX = 100;

const count = (least: number, most: number, byDefault: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most,
      because('out-of-range', `must be a number from ${least} to ${most}`),
    )
    .transform(Number)
    .default(byDefault);

/** Prompts are always in the order of their last change: there are no likes and downloads here. */
const listQuery = z.object({
  limit: count(1, LIMIT_MAX, 20),
  offset: count(0, NUMBERED_PROMPTS_MAX, 0),
  query: z.string().default(''),
  is_archived: z.string().optional(),
  is_public: z.string().optional(),
});

export function listRepos({ listSkippedPage }: RepoServices): Handle<RevisionState> {
  const responses = new CachedResponses();
  return (ctx) =>
    responses.respond(ctx, '', async () => {
      const { limit, offset: skip, query, is_archived: archived, is_public: isPublic } = readQuery(ctx, listQuery);
      // Prompts belong to their account only.
      if (isPublic === 'true') return { body: { repos: [], total: 0 } };
      const search = parseSearch(query);
      if (search.kind !== 'words') throw badQuery([{ path: 'query', problem: search.kind }]);
      const filter = { tags: [], archived: archived === 'true' };
      const execution = RequestExecution.of(ctx);
      const { prompts, total } = await execution.heavy(() =>
        listSkippedPage.execute(ctx.state.account.id, filter, search.words, { skip, limit }, execution),
      );
      return { body: { repos: prompts.map(presentRepo), total } };
    });
}

/** Clients take a slash in a handle for the end of an owner: it is encoded, as in the names that they pull. */
const presentRepo = (prompt: Prompt) => ({
  id: prompt.id,
  repo_handle: encodeURIComponent(prompt.name),
  full_name: prompt.name,
  owner: null,
  tenant_id: prompt.owner,
  description: prompt.description,
  readme: null,
  tags: prompt.tags,
  is_public: false,
  is_archived: prompt.archived,
  created_at: prompt.createdAt.toISOString(),
  updated_at: prompt.updatedAt.toISOString(),
  num_commits: prompt.latestVersion,
  last_commit_hash: printCommit(prompt.latestHash),
  num_likes: 0,
  num_downloads: 0,
  num_views: 0,
  liked_by_auth_user: false,
  original_repo_id: null,
  original_repo_full_name: null,
  upstream_repo_id: null,
  upstream_repo_full_name: null,
});
