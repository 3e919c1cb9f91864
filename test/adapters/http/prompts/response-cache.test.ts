import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../../src/adapters/inbound/http/prompts/response-cache.ts';

/** What each is said to take besides its text. */
const ENTRY = 1024;
/** The most that the text of one answer may take. */
const LARGE = 512 * 1024 - ENTRY;

const answerOf = (bytes: number) => ({ body: Buffer.alloc(bytes) });

/** With a clock that stands still until it is set. */
function someAnswers() {
  const clock = { ms: 0 };
  return { answers: new ResponseCache(() => clock.ms), clock };
}

describe('remembered answers', () => {
  it('are given back by their name', () => {
    const { answers } = someAnswers();
    const answer = answerOf(10);
    answers.set('a', answer);

    expect(answers.get('a')).toBe(answer);
    expect(answers.get('b')).toBeUndefined();
  });

  it('are forgotten after five seconds', () => {
    const { answers, clock } = someAnswers();
    answers.set('a', answerOf(10));

    clock.ms = 4999;
    expect(answers.get('a')).toBeDefined();
    clock.ms = 5000;
    expect(answers.get('a')).toBeUndefined();
  });

  it('take 4 MiB together, and the oldest make room', () => {
    const { answers } = someAnswers();
    for (let number = 1; number <= 9; number += 1) answers.set(String(number), answerOf(LARGE));

    expect(answers.get('1')).toBeUndefined();
    expect(answers.get('2')).toBeDefined();
    expect(answers.get('9')).toBeDefined();
  });

  it('take some room without a text as well', () => {
    const { answers } = someAnswers();
    for (let number = 0; number <= (4 * 1024 * 1024) / ENTRY; number += 1) answers.set(String(number), {});

    expect(answers.get('0')).toBeUndefined();
    expect(answers.get('1')).toBeDefined();
  });

  it('count once when kept again', () => {
    const { answers } = someAnswers();
    answers.set('a', answerOf(LARGE));
    for (let turn = 1; turn <= 20; turn += 1) answers.set('b', answerOf(LARGE));

    expect(answers.get('a')).toBeDefined();
  });

  it('leave out one that would take the room of many', () => {
    const { answers } = someAnswers();
    answers.set('a', answerOf(LARGE));
    answers.set('large', answerOf(LARGE + 1));

    expect(answers.get('large')).toBeUndefined();
    expect(answers.get('a')).toBeDefined();
  });

  it('leave out one whose name is long, whatever it takes', () => {
    const { answers } = someAnswers();
    answers.set('x'.repeat(400), answerOf(10));
    answers.set('y'.repeat(401), answerOf(10));

    expect(answers.get('x'.repeat(400))).toBeDefined();
    expect(answers.get('y'.repeat(401))).toBeUndefined();
  });
});
