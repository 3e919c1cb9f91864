import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../../src/adapters/inbound/http/prompts/response-cache.ts';

/** What each is said to take besides its text. */
const ENTRY = 1024;
/** The most that the text of one response may take. */
const LARGE = 512 * 1024 - ENTRY;

const responseOf = (bytes: number) => ({ body: Buffer.alloc(bytes) });

/** With a clock that stands still until it is set. */
function someAnswers() {
  const clock = { ms: 0 };
  return { responses: new ResponseCache(() => clock.ms), clock };
}

describe('remembered responses', () => {
  it('are given back by their name', () => {
    const { responses } = someAnswers();
    const response = responseOf(10);
    responses.set('a', response);

    expect(responses.get('a')).toBe(response);
    expect(responses.get('b')).toBeUndefined();
  });

  it('are forgotten after five seconds', () => {
    const { responses, clock } = someAnswers();
    responses.set('a', responseOf(10));

    clock.ms = 4999;
    expect(responses.get('a')).toBeDefined();
    clock.ms = 5000;
    expect(responses.get('a')).toBeUndefined();
  });

  it('take 4 MiB together, and the oldest make room', () => {
    const { responses } = someAnswers();
    for (let number = 1; number <= 9; number += 1) responses.set(String(number), responseOf(LARGE));

    expect(responses.get('1')).toBeUndefined();
    expect(responses.get('2')).toBeDefined();
    expect(responses.get('9')).toBeDefined();
  });

  it('take some room without a text as well', () => {
    const { responses } = someAnswers();
    for (let number = 0; number <= (4 * 1024 * 1024) / ENTRY; number += 1) responses.set(String(number), {});

    expect(responses.get('0')).toBeUndefined();
    expect(responses.get('1')).toBeDefined();
  });

  it('count once when kept again', () => {
    const { responses } = someAnswers();
    responses.set('a', responseOf(LARGE));
    for (let turn = 1; turn <= 20; turn += 1) responses.set('b', responseOf(LARGE));

    expect(responses.get('a')).toBeDefined();
  });

  it('leave out one that would take the room of many', () => {
    const { responses } = someAnswers();
    responses.set('a', responseOf(LARGE));
    responses.set('large', responseOf(LARGE + 1));

    expect(responses.get('large')).toBeUndefined();
    expect(responses.get('a')).toBeDefined();
  });

  it('leave out one whose name is long, whatever it takes', () => {
    const { responses } = someAnswers();
    responses.set('x'.repeat(400), responseOf(10));
    responses.set('y'.repeat(401), responseOf(10));

    expect(responses.get('x'.repeat(400))).toBeDefined();
    expect(responses.get('y'.repeat(401))).toBeUndefined();
  });
});
