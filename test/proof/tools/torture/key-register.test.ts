import { describe, expect, it } from 'vitest';
import { during, type Example } from '../../../tools/torture/checker/an-operation.ts';
import { type KeyEvent, keyRegister } from '../../../tools/torture/checker/key-register.ts';
import { linearize, type Operation, type Verdict } from '../../../tools/torture/checker/linearizable.ts';

const verify = (key: string, accepted: boolean): KeyEvent => ({ kind: 'verify', key, accepted });
const signIn = (key: string): KeyEvent => ({ kind: 'sign-in', key });
const reset = (key: string, issued: string | undefined): KeyEvent => ({ kind: 'reset', key, issued });

describe('the model of an account key', () => {
  const check = (operations: readonly Operation<KeyEvent>[]): Verdict<KeyEvent> =>
    linearize(keyRegister('a', operations), operations);

  const possible: readonly Example<KeyEvent>[] = [
    ['nothing happened', []],
    ['a reset retires the key', [during(1, 2, reset('a', 'b')), during(3, 4, verify('a', false))]],
    [
      'a key is seen as valid and as retired while it is reset',
      [
        during(1, 8, reset('a', 'b')),
        during(2, 3, verify('a', true)),
        during(4, 5, verify('a', false)),
        during(6, 7, verify('b', true)),
      ],
    ],
    ['one of two concurrent resets is rejected', [during(1, 4, reset('a', undefined)), during(2, 3, reset('a', 'b'))]],
    ['an unknown reset did nothing', [during(1, undefined, reset('a', 'unknown')), during(2, 3, verify('a', true))]],
    [
      'an unknown reset took effect late',
      [
        during(1, undefined, reset('a', 'unknown')),
        during(2, 3, verify('a', true)),
        during(4, 5, verify('a', false)),
        during(6, 7, signIn('b')),
        during(8, 9, reset('b', 'c')),
      ],
    ],
    [
      'an unknown reset issued a key that no client ever saw',
      [during(1, undefined, reset('a', 'unknown')), during(2, 3, verify('a', false))],
    ],
    [
      'two unknown resets took effect one after the other',
      [
        during(1, undefined, reset('a', 'unknown')),
        during(2, 3, signIn('b')),
        during(4, undefined, reset('b', 'unknown')),
        during(5, 6, signIn('c')),
        during(7, 8, verify('b', false)),
      ],
    ],
  ];
  it.each(possible)('accepts that %s', (_, operations) => {
    expect(check(operations).kind).toBe('linearizable');
  });

  const impossible: readonly Example<KeyEvent>[] = [
    ['a valid key is rejected', [during(1, 2, verify('a', false))]],
    ['a retired key is accepted', [during(1, 2, reset('a', 'b')), during(3, 4, verify('a', true))]],
    [
      'a retired key comes back',
      [during(1, 6, reset('a', 'b')), during(2, 3, verify('b', true)), during(4, 5, verify('a', true))],
    ],
    ['two resets of one key succeed', [during(1, 4, reset('a', 'b')), during(2, 3, reset('a', 'c'))]],
    ['both resets of one key are rejected', [during(1, 4, reset('a', undefined)), during(2, 3, reset('a', undefined))]],
    ['an acknowledged reset is lost', [during(1, 2, reset('a', 'b')), during(3, 4, signIn('a'))]],
    ['sign-in returns a key that no reset issued', [during(1, 2, signIn('b'))]],
    [
      'an unknown reset takes effect before it was called',
      [during(1, 2, signIn('b')), during(3, undefined, reset('a', 'unknown'))],
    ],
    [
      'one unknown reset issues two keys',
      [during(1, undefined, reset('a', 'unknown')), during(2, 3, signIn('b')), during(4, 5, signIn('c'))],
    ],
    [
      'an unknown reset takes effect, and the key before it comes back',
      [during(1, undefined, reset('a', 'unknown')), during(2, 3, signIn('b')), during(4, 5, verify('a', true))],
    ],
    [
      'a key surfaces twice',
      [
        during(1, undefined, reset('a', 'unknown')),
        during(2, 3, signIn('b')),
        during(4, 5, reset('b', 'c')),
        during(6, undefined, reset('c', 'unknown')),
        during(7, 8, signIn('b')),
      ],
    ],
  ];
  it.each(impossible)('rejects that %s', (_, operations) => {
    expect(check(operations).kind).toBe('contradiction');
  });

  it('reports the longest explanation and the operations that could not follow', () => {
    const retired = during(1, 2, reset('a', 'b'));
    const accepted = during(3, 4, verify('a', true));

    expect(check([accepted, retired])).toEqual({
      kind: 'contradiction',
      contradiction: { explained: [retired], state: 'b', stuck: [accepted] },
    });
  });

  it('is checked quickly after hundreds of operations, many of them pending', () => {
    const operations = Array.from({ length: 300 }, (_, step): Operation<KeyEvent>[] => {
      const [held, next, at] = [step === 0 ? 'a' : `k${step}`, `k${step + 1}`, 10 * step];
      return [
        during(at, undefined, reset(held, 'unknown')),
        during(at + 1, at + 6, reset(held, next)),
        during(at + 2, at + 7, verify(held, step % 2 === 0)),
        during(at + 3, at + 8, verify(next, step % 3 === 0)),
      ];
    }).flat();

    expect(check(operations).kind).toBe('linearizable');
    expect(check([...operations, during(4000, 4001, verify('k7', true))]).kind).toBe('contradiction');
  });
});
