import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Rejection } from '../../../../src/adapters/inbound/http/errors/rejection.ts';
import { queryReader } from '../../../../src/adapters/inbound/http/request/read-query.ts';

const asked = (querystring: string) => ({ querystring }) as Context;

/** Tells what it was asked to understand. */
function aReader() {
  const understood: string[] = [];
  const read = queryReader(z.strictObject({ word: z.string() }), ({ word }) => {
    understood.push(word);
    return { word };
  });
  return { read, understood };
}

it('understands the same words once', () => {
  const { read, understood } = aReader();

  expect([read(asked('word=a')), read(asked('word=b')), read(asked('word=a'))]).toEqual([
    { word: 'a' },
    { word: 'b' },
    { word: 'a' },
  ]);
  expect(understood).toEqual(['a', 'b']);
});

it('refuses a mistake every time', () => {
  const { read } = aReader();

  for (let turn = 1; turn <= 2; turn += 1) expect(() => read(asked('wrod=a'))).toThrow(Rejection);
});

it('does not remember what is long, nor more than two hundred', () => {
  const { read, understood } = aReader();
  const long = 'x'.repeat(200);
  read(asked(`word=${long}`));
  read(asked(`word=${long}`));
  expect(understood).toEqual([long, long]);

  for (let number = 0; number <= 200; number += 1) read(asked(`word=${number}`));
  understood.length = 0;
  read(asked('word=0'));
  expect(understood).toEqual(['0']);
});
