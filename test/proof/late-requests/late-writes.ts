import { anExportedPrompt, EXPORT_FORMAT } from '../../support/builders/an-export.ts';

export const PROMPT = 'held';
export const NDJSON_TYPE = 'application/x-ndjson';
export const UNAUTHORIZED = { error: 'Unauthorized' };
/** Content that is published after the reset, and that no request with the old key may get. */
export const SECRET = 'written-after-the-reset';

export interface LateWrite {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
}

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const basic = (key: string) => ({
  Authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}`,
});
const mcp = (key: string) => ({ ...bearer(key), Accept: 'application/json, text/event-stream' });

const callTool = (name: string, fields: object): LateWrite => ({
  method: 'POST',
  path: '/mcp?tools=write',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: fields } },
  headers: mcp,
});

/** Writes that our API and the dashboard have in common, and renderings, whose bodies are late as well. */
const ownWrites = [
  ['POST', 'prompts', { name: 'late', content: 'Late.' }],
  ['PUT', `prompts/${PROMPT}`, { content: 'Late.' }],
  ['PUT', `prompts/${PROMPT}`, { content: 'Two.' }],
  ['PATCH', `prompts/${PROMPT}`, { description: 'late' }],
  ['POST', `prompts/${PROMPT}/versions`, { content: 'Late.' }],
  ['PUT', `prompts/${PROMPT}/labels/staging`, { version: 2 }],
  ['PUT', `prompts/${PROMPT}/labels/staging`, { version: 1 }],
  ['PUT', `prompts/${PROMPT}/labels/staging`, { version: 9 }],
  ['POST', `prompts/${PROMPT}/render`, { variables: {} }],
  ['POST', 'import', { data: { ...EXPORT_FORMAT, prompts: [anExportedPrompt('late', 'Late.')] } }],
  ['POST', 'import', { data: { ...EXPORT_FORMAT, prompts: [anExportedPrompt(PROMPT, 'Late.')] } }],
  ['POST', 'import?mode=merge', { data: { ...EXPORT_FORMAT, prompts: [anExportedPrompt(PROMPT, 'Late.')] } }],
  ['POST', 'webhooks', { url: 'http://127.0.0.1:9/late' }],
] as const;

/** The prompt exists, with two versions and the label `staging` at the first. */
export const writesWithKey: readonly LateWrite[] = [
  ...ownWrites.map(([method, path, body]) => ({ method, path: `/api/${path}`, body, headers: bearer })),
  {
    method: 'POST',
    path: '/api/public/v2/prompts',
    body: { name: 'late', prompt: 'Late.' },
    headers: basic,
  },
  {
    method: 'PATCH',
    path: `/api/public/v2/prompts/${PROMPT}/versions/2`,
    body: { newLabels: ['staging'] },
    headers: basic,
  },
  callTool('publish_prompt', { name: 'late', content: 'Late.', message: 'late' }),
  callTool('move_label', { name: PROMPT, label: 'staging', version: 2, message: 'late' }),
  callTool('get_prompt', { name: PROMPT }),
  callTool('render_prompt', { name: PROMPT }),
  callTool('search_prompts', { query: PROMPT }),
];

/** The headers are those of a page of the dashboard, with the cookie of its session. */
export const writesInDashboard: readonly LateWrite[] = [
  ...ownWrites,
  ['PUT', 'protected-labels', { labels: ['staging'] }] as const,
  ['PATCH', 'account', { name: 'Late' }] as const,
].map(([method, path, body]) => ({
  method,
  path: `/dashboard/api/${path}`,
  body,
  headers: (cookie: string) => ({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }),
}));

interface Read {
  readonly path: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
}

/** Every API returns the content of the prompt. */
export const reads: readonly Read[] = [
  { path: `/api/prompts/${PROMPT}`, headers: bearer },
  { path: '/api/prompts?include=content', headers: bearer },
  { path: '/api/export', headers: bearer },
  { path: `/api/public/v2/prompts/${PROMPT}?label=latest`, headers: basic },
  { path: `/beta/litellm_prompt_management?prompt_id=${PROMPT}`, headers: bearer },
  { path: `/api/hub/commits/-/${PROMPT}/latest`, headers: (key) => ({ 'X-Api-Key': key }) },
];
