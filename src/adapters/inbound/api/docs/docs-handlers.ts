import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Rejection } from '../../http/errors/rejection.ts';
import { setDocumentHeaders } from '../../http/response/document-headers.ts';
import { one, respondJson, type SerializedJson } from '../../http/response/respond-json.ts';
import type { Endpoint, PublicOperation } from '../../http/routes/operation.ts';
import type { Handle, Route } from '../../http/routes/route.ts';

/** Scripts and styles from here only; Swagger UI's style sheet contains its icons as data. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Addresses are relative, so that the page works under a sub-path too. Without an icon, browsers ask for one that does not exist. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prompthold API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const DAY = 'public, max-age=86400';

export interface DocsServices {
  /** The OpenAPI document as JSON. */
  readonly openApi: () => Promise<SerializedJson>;
  readonly publicUrl: () => string;
  /** Version of the program. */
  readonly version: string;
}

const apiIndex = z
  .strictObject({
    version: z.string().describe('of Prompthold'),
    openapi: z.string().describe('the URL of the OpenAPI document'),
    docs: z.string().describe('the URL of the interactive documentation'),
  })
  .meta({ id: 'ApiIndex' });

const indexOperation = {
  id: 'readIndex',
  method: 'get',
  path: '/api',
  area: 'Service',
  summary: 'Find the description of the API',
  description: 'Returns the version of the service, and where its API is described for programs and for people.',
  ignoresQuery: true,
  responses: { 200: { description: 'Version and links', schema: one(apiIndex) } },
  rejections: [],
} satisfies PublicOperation;

const docsEndpoint = (path: string): Endpoint => ({ method: 'get', path, ignoresQuery: true, strict: true });

/** The API described for programs, and a page to try it out. Everything is served from here. */
export const docsRoutes: readonly Route<DocsServices, 'public'>[] = [
  { operation: indexOperation, guard: 'public', handle: sendIndex },
  { operation: docsEndpoint('/api/openapi.json'), guard: 'public', handle: sendOpenApi },
  { operation: docsEndpoint('/api/docs'), guard: 'public', handle: sendPage },
  { operation: docsEndpoint('/api/docs/start.js'), guard: 'public', handle: sendStartScript },
  { operation: docsEndpoint('/api/docs/{file}'), guard: 'public', handle: sendFile },
];

function sendIndex({ version, publicUrl }: DocsServices): Handle {
  return (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    const data: z.input<typeof apiIndex> = {
      version,
      openapi: `${publicUrl()}/api/openapi.json`,
      docs: `${publicUrl()}/api/docs`,
    };
    ctx.body = { data };
  };
}

function sendOpenApi({ openApi }: DocsServices): Handle {
  return async (ctx) => {
    ctx.state.cacheControl = 'no-cache';
    respondJson(ctx, await openApi());
  };
}

function sendPage({ publicUrl }: DocsServices): Handle {
  return (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    setDocumentHeaders(ctx, POLICY, publicUrl());
    ctx.type = 'html';
    ctx.body = PAGE;
  };
}

function sendStartScript(): Handle {
  return (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'js';
    ctx.body = START;
  };
}

function sendFile(): Handle {
  return async (ctx) => {
    const file = ctx.params['file'] ?? '';
    const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (!type) throw new Rejection('not_found');
    ctx.set('Cache-Control', DAY);
    ctx.set('Content-Type', type);
    // The build puts them beside this file.
    ctx.body = await readFile(new URL(file, import.meta.url));
  };
}
