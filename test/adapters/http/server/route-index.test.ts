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
]) {
  const [method = '', path = ''] = route.split(' ');
  index.add(method, path, route);
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
  ])('finds %s', (request, target, params) => {
    expect(find(request)).toEqual({ target, params });
  });

  it.each([
    ['another method', 'DELETE /prompts/greeting'],
    ['HEAD', 'HEAD /prompts/greeting'],
    ['a slash at the end', 'GET /prompts/greeting/'],
    ['an empty parameter', 'GET /prompts//labels/b'],
    ['other capitals', 'GET /Prompts/greeting'],
    ['a malformed escape', 'GET /prompts/%zz'],
    ['a name that a literal takes', 'GET /prompts/import'],
    ['a wildcard', 'GET /names/a'],
    ['a path that goes on', 'GET /prompts/a/labels/b/c'],
    ['a path of which only the start is known', 'GET /prompts/a/labels'],
  ])('leaves %s to the router', (_, request) => {
    expect(find(request)).toBeUndefined();
  });
});
