import { describe, expect, it } from 'vitest';
import { startTestService } from '../../../support/service/test-resources.ts';
import { Api } from '../support/api.ts';

describe('the request log', () => {
  it('has a line for every request, with its id and route template, and never the path', async () => {
    const service = await startTestService();
    const api = new Api(service.url);
    const call = (method: string, path: string, id: string) =>
      api.call(method, path, { headers: { 'X-Request-Id': id } });
    await call('GET', '/readyz', 'one');
    await call('GET', '/api/prompts/secret%2Fplan', 'two');
    await call('HEAD', '/api/prompts/secret%2Fplan/versions/7', 'three');
    await call('GET', '/api/docs/start.js', 'four');
    await call('GET', '/secret', 'five');
    await call('DELETE', '/readyz', 'six');
    await service.stop();

    const lines = service.log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request');
    expect(lines.map(({ requestId, method, route, status }) => [requestId, method, route, status])).toEqual([
      ['one', 'GET', '/readyz', 200],
      ['two', 'GET', '/api/prompts/:ref', 401],
      ['three', 'HEAD', '/api/prompts/:ref/versions/:n', 401],
      ['four', 'GET', '/api/docs/start.js', 200],
      ['five', 'GET', 'none', 404],
      ['six', 'DELETE', 'none', 405],
    ]);
    expect(lines.every(({ ms }) => typeof ms === 'number')).toBe(true);
    expect(service.log).not.toContain('secret');
  });
});
