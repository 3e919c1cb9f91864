import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Rejection } from '../../../../src/adapters/inbound/http/errors/rejection.ts';
import { pageReader, queryReader } from '../../../../src/adapters/inbound/http/request/read-query.ts';

const withQuery = (querystring: string) => ({ querystring }) as Context;

/** Records what it parses. */
function aReader() {
  const parsed: string[] = [];
  const read = queryReader(z.strictObject({ term: z.string() }), ({ term }) => {
    parsed.push(term);
    return { term };
  });
  return { read, parsed };
}

it('parses the same query once', () => {
  const { read, parsed } = aReader();

  expect([read(withQuery('term=a')), read(withQuery('term=b')), read(withQuery('term=a'))]).toEqual([
    { term: 'a' },
    { term: 'b' },
    { term: 'a' },
  ]);
  expect(parsed).toEqual(['a', 'b']);
});

it('rejects an invalid query every time', () => {
  const { read } = aReader();

  for (let attempt = 1; attempt <= 2; attempt += 1) expect(() => read(withQuery('trem=a'))).toThrow(Rejection);
});

it('caches neither long queries nor more than two hundred', () => {
  const { read, parsed } = aReader();
  const long = 'x'.repeat(200);
  read(withQuery(`term=${long}`));
  read(withQuery(`term=${long}`));
  expect(parsed).toEqual([long, long]);

  for (let number = 0; number <= 200; number += 1) read(withQuery(`term=${number}`));
  parsed.length = 0;
  read(withQuery('term=0'));
  expect(parsed).toEqual(['0']);
});

/** Records which queries it parses. */
function aPageReader() {
  const parsed: unknown[] = [];
  const schema = z.strictObject({ term: z.string().optional(), cursor: z.string().optional() });
  const toPage = (query: z.output<typeof schema>) => {
    parsed.push(query);
    return query;
  };
  const read = pageReader(schema, toPage, (page, cursor) => ({ ...page, cursor }));
  return { read, parsed };
}

it('parses the query of a list once for all pages', () => {
  const { read, parsed } = aPageReader();

  expect(['term=a', 'term=a&cursor=b-1', 'term=a&cursor=c_2'].map((query) => read(withQuery(query)))).toEqual([
    { term: 'a' },
    { term: 'a', cursor: 'b-1' },
    { term: 'a', cursor: 'c_2' },
  ]);
  expect(parsed).toEqual([{ term: 'a' }]);
});

it.each([
  ['cursor=b', { cursor: 'b' }],
  ['cursor=b&term=a', { cursor: 'b', term: 'a' }],
  ['cursor=b&&term=xcursor=y', { cursor: 'b', term: 'xcursor=y' }],
  ['term=cursor=y', { term: 'cursor=y' }],
  ['cursor=%62&term=a', { cursor: 'b', term: 'a' }],
  ['%63ursor=b&term=a', { cursor: 'b', term: 'a' }],
  ['cursor=&term=a', { cursor: '', term: 'a' }],
])('finds the cursor in %s', (query, expected) => {
  const { read } = aPageReader();

  expect(read(withQuery(query))).toEqual(expected);
});

it.each(['cursor=a&cursor=b', 'cursor=a&%63ursor=b', 'cursor=a&trem=b'])('rejects %s', (query) => {
  const { read } = aPageReader();

  expect(() => read(withQuery(query))).toThrow(Rejection);
});
