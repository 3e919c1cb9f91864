import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { apiRoutes } from '../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../src/adapters/inbound/api/docs/openapi.ts';
import { exampleRequests } from '../../system/documentation/example-requests.ts';
import { recordExamples } from '../../system/documentation/record-examples.ts';
import { PackageFolder } from './package-folder.ts';

const INSTALL_MS = 300_000;
/** Prism passes a response on when it is complete, which a stream never is. */
const STREAMS = ['streamEvents'];

describe('Prism, as a proxy that validates', () => {
  let folder: PackageFolder;
  beforeAll(async () => {
    folder = await PackageFolder.install(join(import.meta.dirname, 'prism'));
  }, INSTALL_MS);
  afterAll(() => folder.dispose());

  /** Sends every example request through Prism. Returns what Prism prints. */
  async function sendThrough(document: object): Promise<readonly string[]> {
    await folder.write('openapi.json', JSON.stringify(document));
    let prism: Prism | undefined;
    await recordExamples(async (operation, url) => {
      prism ??= await startPrism(folder, url);
      return STREAMS.includes(operation) ? url : prism.url;
    });
    return prism?.lines ?? [];
  }

  const findViolations = (lines: readonly string[]) => lines.filter((line) => line.includes('Violation: response'));

  it('finds no response that violates the document, for any operation', async () => {
    const lines = await sendThrough(OpenApiDocument.of(apiRoutes, '1.2.3', 'http://127.0.0.1:3000'));

    expect(findViolations(lines)).toEqual([]);
    const proxied = exampleRequests.filter(({ operation }) => !STREAMS.includes(operation));
    expect(lines.filter((line) => line.includes('< Received forward response'))).toHaveLength(proxied.length);
  });

  it('finds responses without a field that the document requires', async () => {
    const text = JSON.stringify(OpenApiDocument.of(apiRoutes, '1.2.3', 'http://127.0.0.1:3000'));

    const lines = await sendThrough(JSON.parse(text.replaceAll('"required":["error",', '"required":["hint","error",')));

    expect(findViolations(lines).join('\n')).toContain("must have required property 'hint'");
  });
});

interface Prism {
  readonly url: string;
  /** Grows while Prism runs. */
  readonly lines: readonly string[];
}

async function startPrism(folder: PackageFolder, upstream: string): Promise<Prism> {
  const args = [join(folder.path, 'node_modules/.bin/prism'), 'proxy', 'openapi.json', upstream, '--port', '0'];
  const prism = spawn(process.execPath, args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void prism.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface({ input: prism.stdout }).on('line', (line) => lines.push(line));
  const findUrl = () => lines.flatMap((line) => /listening on (http:\S+)/.exec(line)?.[1] ?? [])[0];
  await expect.poll(findUrl, { timeout: 60_000 }).toBeDefined();
  return { url: findUrl() ?? '', lines };
}
