import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Rejection } from '../../../../src/adapters/inbound/http/errors/rejection.ts';
import { queryReader } from '../../../../src/adapters/inbound/http/request/read-query.ts';

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
