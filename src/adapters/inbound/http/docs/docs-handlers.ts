import { readFile } from 'node:fs/promises';
import Router from '@koa/router';
import { Rejection } from '../errors/rejection.ts';
import { OpenApiDocument } from './openapi.ts';

/** Scripts and styles from here only; the colours of Swagger UI's own icons are data in its style sheet. */
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

/** Addresses are relative, so that the page works behind a sub-path too. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prompthold API</title>
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

/** The interface described for machines, and for people who want to try it. Nothing is loaded from elsewhere. */
export function docsRoutes(version: string, publicUrl: () => string): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get('/api/openapi.json', (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = OpenApiDocument.of(version, publicUrl());
  });

  router.get('/api/docs', (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Content-Security-Policy', POLICY);
    ctx.type = 'html';
    ctx.body = PAGE;
  });

  router.get('/api/docs/start.js', (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'js';
    ctx.body = START;
  });

  router.get('/api/docs/:file', async (ctx) => {
    const file = ctx.params['file'] ?? '';
    const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (!type) throw new Rejection(404, 'not_found');
    ctx.set('Cache-Control', DAY);
    ctx.set('Content-Type', type);
    // The build has put them beside this file.
    ctx.body = await readFile(new URL(file, import.meta.url));
  });

  return router;
}
