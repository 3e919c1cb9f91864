import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenForTest } from '../service/test-resources.ts';

interface Version {
  readonly name: string;
  readonly version: number;
}

type Responder = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The two endpoints of a Langfuse that an import reads, with two prompts per page. */
export async function startFakeLangfuse(versions: readonly Version[], intercept: Responder = () => false) {
  const requests: { readonly url: string; readonly authorization: string | undefined }[] = [];
  let [running, concurrent] = [0, 0];
  const server = createServer(async (request, response) => {
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization });
    running += 1;
    concurrent = Math.max(concurrent, running);
    // Others can arrive before this one is done.
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (!intercept(request, response)) respond(versions, request, response);
  });
  const host = `127.0.0.1:${await listenForTest(server)}`;
  return { url: `http://${host}`, host, requests, mostConcurrent: () => concurrent };
}

const PAGE = 2;

function respond(versions: readonly Version[], request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const names = [...new Set(versions.map(({ name }) => name))];
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (pathname === '/api/public/v2/prompts') {
    const page = Number(searchParams.get('page'));
    const data = names.slice((page - 1) * PAGE, page * PAGE).map((name) => ({
      name,
      versions: versions.filter((version) => version.name === name).map(({ version }) => version),
    }));
    send(200, { data, meta: { page, totalPages: Math.ceil(names.length / PAGE) } });
    return;
  }
  const name = decodeURIComponent(pathname.replace('/api/public/v2/prompts/', ''));
  const found = versions.find((one) => one.name === name && String(one.version) === searchParams.get('version'));
  send(found ? 200 : 404, found ?? { message: 'not found' });
}
