import { describe, expect, it } from 'vitest';
import { around, during, type Example, inOrder, pending } from '../../../tools/torture/checker/an-operation.ts';
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
    ['a reset retires the key', [reset('a', 'b'), verify('a', false)]],
    [
      'a key is seen as valid and as retired while it is reset',
      [around(reset('a', 'b'), verify('a', true), verify('a', false), verify('b', true))],
    ],
    ['one of two concurrent resets is rejected', [around(reset('a', undefined), reset('a', 'b'))]],
    ['an unknown reset did nothing', [pending(reset('a', 'unknown')), verify('a', true)]],
    [
      'an unknown reset took effect late',
      [pending(reset('a', 'unknown')), verify('a', true), verify('a', false), signIn('b'), reset('b', 'c')],
    ],
    ['an unknown reset issued a key that no client ever saw', [pending(reset('a', 'unknown')), verify('a', false)]],
    [
      'two unknown resets took effect one after the other',
      [pending(reset('a', 'unknown')), signIn('b'), pending(reset('b', 'unknown')), signIn('c'), verify('b', false)],
    ],
  ];
  it.each(possible)('accepts that %s', (_, steps) => {
    expect(check(inOrder(steps)).kind).toBe('linearizable');
  });

  const impossible: readonly Example<KeyEvent>[] = [
    ['a valid key is rejected', [verify('a', false)]],
    ['a retired key is accepted', [reset('a', 'b'), verify('a', true)]],
    ['a retired key comes back', [around(reset('a', 'b'), verify('b', true), verify('a', true))]],
    ['two resets of one key succeed', [around(reset('a', 'b'), reset('a', 'c'))]],
    ['both resets of one key are rejected', [around(reset('a', undefined), reset('a', undefined))]],
    ['an acknowledged reset is lost', [reset('a', 'b'), signIn('a')]],
    ['sign-in returns a key that no reset issued', [signIn('b')]],
    ['an unknown reset takes effect before it was called', [signIn('b'), pending(reset('a', 'unknown'))]],
    ['one unknown reset issues two keys', [pending(reset('a', 'unknown')), signIn('b'), signIn('c')]],
    [
      'an unknown reset takes effect, and the key before it comes back',
      [pending(reset('a', 'unknown')), signIn('b'), verify('a', true)],
    ],
    [
      'a key surfaces twice',
      [pending(reset('a', 'unknown')), signIn('b'), reset('b', 'c'), pending(reset('c', 'unknown')), signIn('b')],
    ],
  ];
  it.each(impossible)('rejects that %s', (_, steps) => {
    expect(check(inOrder(steps)).kind).toBe('contradiction');
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
