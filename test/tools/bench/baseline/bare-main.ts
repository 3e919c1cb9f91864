import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { LoadResponse } from '../load/http-connection.ts';

/** Sends all clients one response, as node:http or Koa alone can: without routes, storage or JSON. */
let status = 204;
let body = Buffer.alloc(0);

process.on('message', (message: LoadResponse | 'cpu') => {
  if (message === 'cpu') return;
  status = message.status;
  body = Buffer.from(message.body);
});

const bareHttp: RequestListener = (_request, response) => {
  if (body.length > 0) {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.length);
  }
  response.statusCode = status;
  response.end(body);
};

function bareKoa(): RequestListener {
  const app = new Koa();
  app.use((ctx) => {
    ctx.status = status;
    if (body.length === 0) return;
    ctx.type = 'json';
    ctx.body = body;
  });
  return app.callback();
}

const server = createServer(process.argv[2] === 'koa' ? bareKoa() : bareHttp).listen(0, '127.0.0.1');
await once(server, 'listening');
process.stderr.write(`  API  http://127.0.0.1:${(server.address() as AddressInfo).port}/api\nready in 0 ms\n`);
