import { describe, expect, it } from 'vitest';
import { RouteIndex } from '../../../../src/adapters/inbound/http/routes/route-index.ts';

const index = new RouteIndex<string>();
for (const route of [
  'GET /prompts',
  'GET /prompts/{ref}',
  'PUT /prompts/{ref}',
  'GET /prompts/{ref}/labels/{label}',
  'GET /prompts/{other}/labels/{name}',
  'POST /prompts/import',
  'GET /prompts/import/{id}',
  'GET /names/{*name}',
  'PATCH /names/{*name}/versions/{version}',
  'GET /app.json',
  'GET /strict',
]) {
  const [method = '', path = ''] = route.split(' ');
  index.add(method, path, route, path === '/strict');
}
const find = (request: string) => {
  const [method = '', path = ''] = request.split(' ');
  return index.find(method, path);
};

describe('the index of routes', () => {
  it.each([
    ['GET /prompts', 'GET /prompts', {}],
    ['GET /prompts/greeting', 'GET /prompts/{ref}', { ref: 'greeting' }],
    ['PUT /prompts/greeting', 'PUT /prompts/{ref}', { ref: 'greeting' }],
    ['GET /prompts/a/labels/b', 'GET /prompts/{ref}/labels/{label}', { ref: 'a', label: 'b' }],
    ['POST /prompts/import', 'POST /prompts/import', {}],
    ['GET /prompts/import/7', 'GET /prompts/import/{id}', { id: '7' }],
    ['GET /prompts/a%2Fb%20c', 'GET /prompts/{ref}', { ref: 'a/b c' }],
    ['GET /prompts/__proto__', 'GET /prompts/{ref}', { ref: '__proto__' }],
    ['GET /prompts/%zz', 'GET /prompts/{ref}', { ref: '%zz' }],
    ['GET /prompts/import', 'GET /prompts/{ref}', { ref: 'import' }],
    ['HEAD /prompts/greeting', 'GET /prompts/{ref}', { ref: 'greeting' }],
    ['GET /prompts/greeting/', 'GET /prompts/{ref}', { ref: 'greeting' }],
    ['GET /names/a/b%2Fc', 'GET /names/{*name}', { name: 'a/b/c' }],
    ['GET /names/a/versions/2', 'GET /names/{*name}', { name: 'a/versions/2' }],
    ['PATCH /names/a/b/versions/2', 'PATCH /names/{*name}/versions/{version}', { name: 'a/b', version: '2' }],
    ['GET /app.json', 'GET /app.json', {}],
  ])('finds %s', (request, target, params) => {
    expect(find(request)).toEqual({ target, params });
  });

  it.each([
    ['another method', 'DELETE /prompts/greeting'],
    ['an empty parameter', 'GET /prompts//labels/b'],
    ['an empty wildcard', 'GET /names/'],
    ['other capitals', 'GET /Prompts/greeting'],
    ['a slash at the end that makes it another path', 'GET /strict/'],
    ['a character that a pattern could stand for', 'GET /app-json'],
    ['a path that goes on', 'GET /prompts/a/labels/b/c'],
    ['a path of which only the start is known', 'GET /prompts/a/labels'],
  ])('finds nothing for %s', (_, request) => {
    expect(find(request)).toBeUndefined();
  });

  it('knows the methods of a path, however it is written', () => {
    expect(index.methodsAt('/prompts/import/')).toEqual(['HEAD', 'GET', 'PUT', 'POST']);
  });
});
