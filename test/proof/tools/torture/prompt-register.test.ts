import { describe, expect, it } from 'vitest';
import { around, during, type Example, inOrder, pending } from '../../../tools/torture/checker/an-operation.ts';
import { linearize, type Operation } from '../../../tools/torture/checker/linearizable.ts';
import { type LabelName, type PromptEvent, promptRegister } from '../../../tools/torture/checker/prompt-register.ts';

describe('the model of a prompt and its labels', () => {
  const check = (operations: readonly Operation<PromptEvent>[]) => linearize(promptRegister, operations).kind;

  const publish = (version: number, ...labels: LabelName[]): PromptEvent => ({ kind: 'publish', version, labels });
  const move = (
    version: number,
    outcome: 'moved' | 'no-such-version' | 'conflict' | 'protected' = 'moved',
  ): PromptEvent => ({
    kind: 'move',
    label: 'production',
    version,
    outcome,
  });
  const moveInDashboard = (version: number): PromptEvent => ({ ...move(version), by: 'dashboard' }) as PromptEvent;
  const protect = (...labels: LabelName[]): PromptEvent => ({ kind: 'protect', labels });
  const readProtection = (...labels: LabelName[]): PromptEvent => ({ kind: 'read-protection', labels });
  const refusedPublish = (...labels: LabelName[]): PromptEvent => ({ kind: 'refused-publish', labels });
  const read = (latest: number, production?: number): PromptEvent => ({
    kind: 'read',
    label: 'production',
    seen: production === undefined ? undefined : { latest, labels: { production } },
  });
  const first = publish(1, 'production');

  const possible: readonly Example<PromptEvent>[] = [
    ['a label does not exist until it is set', [publish(1), read(1), move(1), read(1, 1)]],
    ['two clients publish concurrently', [first, around(publish(3), publish(2)), read(3, 1)]],
    ['an unknown move took effect late', [first, publish(2), pending(move(2)), read(2, 1), read(2, 2)]],
    ['a move that lost a race did nothing', [first, publish(2), move(2, 'conflict'), read(2, 1)]],
    [
      'a move to the current version takes effect late, after another move',
      [first, publish(2), around(move(1), move(2), read(2, 2), read(2, 1))],
    ],
    [
      'a protected label is moved in the dashboard, and not with the key',
      [
        first,
        publish(2),
        protect('production'),
        move(2, 'protected'),
        move(1),
        refusedPublish('production'),
        moveInDashboard(2),
        readProtection('production'),
        protect(),
        move(1),
      ],
    ],
    [
      'an unknown protection took effect late',
      [first, publish(2), pending(protect('production')), move(2), move(1, 'protected')],
    ],
    ['a version does not exist before it is published', [first, around(publish(2), move(2, 'no-such-version'))]],
  ];
  it.each(possible)('accepts that %s', (_, steps) => {
    expect(check(inOrder(steps))).toBe('linearizable');
  });

  const impossible: readonly Example<PromptEvent>[] = [
    ['a moved label still points to the old version', [first, publish(2), move(2), read(2, 1)]],
    ['a label moves back by itself', [first, publish(2), around(move(2), read(2, 2), read(2, 1))]],
    ['a version number is used twice', [first, publish(2), publish(2)]],
    ['a version number is skipped', [first, publish(3)]],
    ['a later version gets a lower number', [first, publish(3), publish(2)]],
    ['a version is published without its label', [first, around(publish(2, 'production'), read(2, 1))]],
    ['a label is moved with the key after it was protected', [first, publish(2), protect('production'), move(2)]],
    [
      'a version is published with a label that was protected',
      [first, protect('production'), publish(2, 'production')],
    ],
    ['a label is refused that is not protected', [first, publish(2), move(2, 'protected')]],
    ['a publication is refused for another label', [first, protect('staging'), refusedPublish('production')]],
    ['a protection is lost', [first, protect('production'), readProtection()]],
    ['an existing version is reported as missing', [first, move(1, 'no-such-version')]],
    ['a label vanishes', [first, read(1)]],
    ['a label points to a version that does not exist', [first, move(2)]],
    [
      'a move without a response takes effect, and is undone',
      [first, publish(2), pending(move(2)), read(2, 2), read(2, 1)],
    ],
  ];
  it.each(impossible)('rejects that %s', (_, steps) => {
    expect(check(inOrder(steps))).toBe('contradiction');
  });

  it('is checked quickly after an outage that left many moves pending', () => {
    const published = Array.from({ length: 8 }, (_, index) => during(10 * index, 10 * index + 1, publish(index + 1)));
    const pending = Array.from({ length: 40 }, (_, index) => during(100 + index, undefined, move(1 + (index % 8))));
    const seen = [3, 5, 3, 8, 1].map((version, index) => during(200 + 10 * index, 201 + 10 * index, read(8, version)));

    expect(check([...published, ...pending, ...seen])).toBe('linearizable');
    expect(check([...published, ...pending, ...seen, during(300, 301, move(9))])).toBe('contradiction');
  });
});
