import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { draftReply, type Enquiry } from './draft-reply.ts';
import { prompts } from './prompts.ts';

/** `POST /replies` with `{customer, message}` responds with `{reply, version, source}`. */
const server = createServer(async (request, response) => {
  try {
    if (request.method !== 'POST' || request.url !== '/replies') {
      response.writeHead(404).end();
      return;
    }
    const reply = await draftReply((await json(request)) as Enquiry);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  } catch (error) {
    console.error(error);
    response.writeHead(502).end();
  }
});

server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1', () => {
  console.log(JSON.stringify({ kind: 'listening', address: server.address() }));
});

process.once('SIGTERM', async () => {
  server.close();
  // Saves the snapshot for the next start.
  await prompts.close();
});
