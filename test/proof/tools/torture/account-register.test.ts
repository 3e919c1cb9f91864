import { describe, expect, it } from 'vitest';
import { type AccountEvent, accountRegister, withKey } from '../../../tools/torture/checker/account-register.ts';
import { around, during, type Example, inOrder, pending } from '../../../tools/torture/checker/an-operation.ts';
import { linearize, type Operation } from '../../../tools/torture/checker/linearizable.ts';
import type { PromptEvent } from '../../../tools/torture/checker/prompt-register.ts';

describe('the model of a key together with its prompt', () => {
  const check = (operations: readonly Operation<AccountEvent>[]) =>
    linearize(accountRegister('k0', operations), operations).kind;

  const reset = (key: string, issued: string | 'unknown' | undefined): AccountEvent => ({
    key: { kind: 'reset', key, issued },
  });
  const verify = (key: string, accepted: boolean): AccountEvent => ({ key: { kind: 'verify', key, accepted } });
  const publish = (version: number): PromptEvent => ({ kind: 'publish', version, labels: ['production'] });
  const move = (version: number): PromptEvent => ({ kind: 'move', label: 'production', version, outcome: 'moved' });
  const read = (latest: number, production: number): PromptEvent => ({
    kind: 'read',
    label: 'production',
    seen: { latest, labels: { production } },
  });
  const streamed = (latest: number): PromptEvent => ({ kind: 'streamed', latest });
  const first = withKey('k0', publish(1));

  const possible: readonly Example<AccountEvent>[] = [
    [
      'a write that is open during a reset takes effect before it',
      [first, around(withKey('k0', publish(2)), reset('k0', 'k1'), withKey('k1', read(2, 2)))],
    ],
    [
      'a write that is open during a reset is rejected',
      [first, around(verify('k0', false), reset('k0', 'k1'), withKey('k1', publish(2)))],
    ],
    [
      'a stream delivers after a reset what was published before it',
      [first, around(withKey('k0', streamed(2)), withKey('k0', publish(2)), reset('k0', 'k1'))],
    ],
    [
      'a write of the dashboard needs no key',
      [first, reset('k0', 'k1'), { prompt: { ...move(1), by: 'dashboard' } as PromptEvent }],
    ],
    [
      'a write without a response took effect before a reset without a response',
      [
        first,
        pending(withKey('k0', move(1))),
        pending(reset('k0', 'unknown')),
        { key: { kind: 'sign-in', key: 'k1' } },
        withKey('k1', publish(2)),
      ],
    ],
  ];
  it.each(possible)('accepts that %s', (_, steps) => {
    expect(check(inOrder(steps))).toBe('linearizable');
  });

  const impossible: readonly Example<AccountEvent>[] = [
    [
      'a write of a key that was reset is applied, although its request began before',
      [first, around(withKey('k0', publish(3)), reset('k0', 'k1'), withKey('k1', publish(2)))],
    ],
    [
      'a write of a key that was reset is applied without a response',
      [
        first,
        pending(withKey('k0', move(1))),
        withKey('k0', publish(2)),
        reset('k0', 'k1'),
        withKey('k1', read(2, 2)),
        withKey('k1', read(2, 1)),
      ],
    ],
    [
      'a read returns to a key what was published after its reset',
      [first, around(withKey('k0', read(2, 2)), reset('k0', 'k1'), withKey('k1', publish(2)))],
    ],
    [
      'a stream delivers to a key the version that was published after its reset',
      [first, around(withKey('k0', streamed(2)), reset('k0', 'k1'), withKey('k1', publish(2)))],
    ],
    ['a key works before it is issued', [first, withKey('k1', publish(2)), reset('k0', 'k1')]],
  ];
  it.each(impossible)('rejects that %s', (_, steps) => {
    expect(check(inOrder(steps))).toBe('contradiction');
  });

  it('is checked quickly after an outage that left many resets and moves pending', () => {
    const published = Array.from({ length: 8 }, (_, index) =>
      during(10 * index, 10 * index + 1, withKey('k0', publish(index + 1))),
    );
    const moves = Array.from({ length: 20 }, (_, index) =>
      during(100 + index, undefined, withKey('k0', move(1 + (index % 8)))),
    );
    const resets = Array.from({ length: 10 }, (_, index) => during(130 + index, undefined, reset('k0', 'unknown')));
    const signIn = during(200, 201, { key: { kind: 'sign-in', key: 'k1' } } satisfies AccountEvent);
    const seen = [3, 3, 3].map((version, index) =>
      during(210 + 10 * index, 211 + 10 * index, withKey('k1', read(8, version))),
    );

    const all = [...published, ...moves, ...resets, signIn, ...seen];
    expect(check(all)).toBe('linearizable');
    expect(check([...all, during(300, 301, withKey('k1', read(8, 5)))])).toBe('contradiction');
  });
});
