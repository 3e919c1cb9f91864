import type { LoadJob } from '../load/load-job.ts';
import type { LoadProcess } from '../load/load-process.ts';
import { type RoundResult, Script, scaleEnd } from '../measure.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import type { McpResult } from '../results.ts';
import { distinctRequests, promptPath, request, uniqueCursor, VALUES } from '../scenarios.ts';
import { addReader, type Reader } from '../seeded-service.ts';

export interface McpOptions {
  readonly rounds: number;
  readonly end: LoadJob['end'];
}

/** Lists are heavy work, of which an account gets a share only. */
const CONNECTIONS = 2;
const PROMPTS = 500;
const OWN_PAGE = 200;
/** A list takes a hundred times as long as most requests. */
const LENGTH_IN_ROUNDS = 4;
const ACCEPT = { Accept: 'application/json, text/event-stream' };

/** An account that agents use, with the cursor of its first page with content. */
interface Library extends Reader {
  readonly contentCursor: string;
}

/** What requests of MCP clients cost, compared with those of our own API that do the same. */
export async function measureMcp(
  service: MeasuredProcess,
  { rounds, end }: McpOptions,
  load: LoadProcess,
): Promise<readonly McpResult[]> {
  const libraries: Library[] = [];
  for (let index = 0; index < CONNECTIONS; index += 1) libraries.push(await addLibrary(service.url, index));
  const pairs = [
    {
      title: 'prompts/list of 500',
      mcp: new Script(libraries.map((library) => [message(library, 'prompts/list', {})])),
      own: new Script(libraries.map(ownPages)),
      ownCalls: PROMPTS / OWN_PAGE,
    },
    {
      title: 'prompts/get',
      mcp: new Script(
        libraries.map((library) => [message(library, 'prompts/get', { name: library.promptName, arguments: VALUES })]),
      ),
      own: new Script(
        libraries.map((library) => {
          const body = { label: 'production', variables: VALUES };
          return [request('POST', `${promptPath(library.promptName)}/render`, { ...library, body })];
        }),
      ),
      ownCalls: 1,
    },
  ].map((pair) => ({ ...pair, ours: [] as RoundResult[], others: [] as RoundResult[] }));
  const common = { load, target: service, scenario: { expected: [200] }, end: scaleEnd(end, LENGTH_IN_ROUNDS) };
  for (let round = 0; round <= rounds; round += 1) {
    for (const { mcp, own, ownCalls, ours, others } of pairs) {
      const [one, other] = [await mcp.play(common), await own.play(common)];
      // The first round is a warm-up.
      if (round === 0) continue;
      ours.push(one);
      others.push({ ...other, cpuUs: other.cpuUs * ownCalls });
    }
  }
  return pairs.map(({ title, ours, others }) => ({ title, mcp: ours, own: others }));
}

async function addLibrary(url: string, index: number): Promise<Library> {
  // The other readers have lower numbers.
  const reader = await addReader(url, 1000 + index, PROMPTS);
  const response = await fetch(`${url}/api/prompts?limit=5&include=content`, {
    headers: { Authorization: `Bearer ${reader.key}` },
  });
  const { nextCursor } = (await response.json()) as { nextCursor: string };
  return { ...reader, contentCursor: nextCursor };
}

/** Pages that no cache has: those of MCP are not cached either. */
const ownPages = (library: Library): readonly string[] =>
  distinctRequests((number) => {
    const cursor = uniqueCursor(library.contentCursor, number);
    return request('GET', `/api/prompts?limit=${OWN_PAGE}&include=content&cursor=${cursor}`, library);
  });

/** As clients of 2025 send it. */
const message = ({ key }: Library, method: string, params: object): string =>
  request('POST', '/mcp', { key, headers: ACCEPT, body: { jsonrpc: '2.0', id: 1, method, params } });
