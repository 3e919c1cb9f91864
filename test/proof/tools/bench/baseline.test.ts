import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOk } from '../../../support/service/send-ok.ts';
import { BACKENDS } from '../../../tools/backends.ts';
import { startEmptyService } from '../../../tools/bench/measure-backend.ts';
import { MeasuredProcess } from '../../../tools/bench/measured-process.ts';
import { promptPath, VALUES } from '../../../tools/bench/scenarios.ts';
import { type Reader, seedService } from '../../../tools/bench/seeded-service.ts';

// A baseline that does less than the service would make the service look slow.
describe.each(BACKENDS)('the baseline on %s', (backend) => {
  const stack = new AsyncDisposableStack();
  let service: MeasuredProcess;
  let baseline: MeasuredProcess;
  let reader: Reader;

  beforeAll(async () => {
    const { target, server } = await startEmptyService(stack, backend);
    service = server;
    const { readers } = await seedService(service, 1);
    [reader] = readers as [Reader];
    baseline = stack.adopt(await MeasuredProcess.startBaseline(target), (started) => started.stop());
  }, 120_000);

  afterAll(() => stack.disposeAsync());

  const ask = (server: MeasuredProcess, path: string, json?: unknown): Promise<Record<string, unknown>> =>
    readOk(server.url, { method: json === undefined ? 'GET' : 'POST', path, key: reader.key, json });

  it('returns the account of a key', async () => {
    expect(await ask(baseline, '/api/auth/token')).toEqual(await ask(service, '/api/auth/token'));
  });

  it('returns a prompt by label', async () => {
    const path = `${promptPath(reader.promptName)}?label=production`;
    expect(await ask(baseline, path)).toEqual(await ask(service, path));
  });

  it('renders a prompt', async () => {
    const path = `${promptPath(reader.promptName)}/render`;
    const body = { label: 'production', variables: VALUES };
    expect(await ask(baseline, path, body)).toMatchObject(await ask(service, path, body));
  });

  it('lists all pages of prompts', async () => {
    const pages = { all: '', first: '&limit=5', next: `&limit=20&cursor=${reader.nextCursor}` };
    for (const page of Object.values(pages)) {
      const path = `/api/prompts?sort=name${page}`;
      const [ours, plain] = [await ask(service, path), await ask(baseline, path)];
      expect(plain['data']).toEqual(ours['data']);
      expect(positionIn(ours['nextCursor'])).toMatchObject(positionIn(plain['nextCursor']));
    }
  });
});

const positionIn = (cursor: unknown): object =>
  typeof cursor === 'string' ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : {};
