import { describe, expect, it } from 'vitest';
import { during, type Example } from '../../../tools/torture/checker/an-operation.ts';
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
  const first = during(1, 2, publish(1, 'production'));

  const possible: readonly Example<PromptEvent>[] = [
    [
      'a label does not exist until it is set',
      [during(1, 2, publish(1)), during(3, 4, read(1)), during(5, 6, move(1)), during(7, 8, read(1, 1))],
    ],
    [
      'two clients publish concurrently',
      [first, during(3, 6, publish(3)), during(4, 5, publish(2)), during(7, 8, read(3, 1))],
    ],
    [
      'an unknown move took effect late',
      [
        first,
        during(3, 4, publish(2)),
        during(5, undefined, move(2)),
        during(6, 7, read(2, 1)),
        during(8, 9, read(2, 2)),
      ],
    ],
    [
      'a move that lost a race did nothing',
      [first, during(3, 4, publish(2)), during(5, 6, move(2, 'conflict')), during(7, 8, read(2, 1))],
    ],
    [
      'a move to the current version takes effect late, after another move',
      [
        first,
        during(3, 4, publish(2)),
        during(5, 12, move(1)),
        during(6, 7, move(2)),
        during(8, 9, read(2, 2)),
        during(10, 11, read(2, 1)),
      ],
    ],
    [
      'a protected label is moved in the dashboard, and not with the key',
      [
        first,
        during(3, 4, publish(2)),
        during(5, 6, protect('production')),
        during(7, 8, move(2, 'protected')),
        during(9, 10, move(1)),
        during(11, 12, refusedPublish('production')),
        during(13, 14, moveInDashboard(2)),
        during(15, 16, readProtection('production')),
        during(17, 18, protect()),
        during(19, 20, move(1)),
      ],
    ],
    [
      'an unknown protection took effect late',
      [
        first,
        during(3, 4, publish(2)),
        during(5, undefined, protect('production')),
        during(6, 7, move(2)),
        during(8, 9, move(1, 'protected')),
      ],
    ],
    [
      'a version does not exist before it is published',
      [first, during(3, 6, publish(2)), during(4, 5, move(2, 'no-such-version'))],
    ],
  ];
  it.each(possible)('accepts that %s', (_, operations) => {
    expect(check(operations)).toBe('linearizable');
  });

  const impossible: readonly Example<PromptEvent>[] = [
    [
      'a moved label still points to the old version',
      [first, during(3, 4, publish(2)), during(5, 6, move(2)), during(7, 8, read(2, 1))],
    ],
    [
      'a label moves back by itself',
      [first, during(3, 4, publish(2)), during(5, 10, move(2)), during(6, 7, read(2, 2)), during(8, 9, read(2, 1))],
    ],
    ['a version number is used twice', [first, during(3, 4, publish(2)), during(5, 6, publish(2))]],
    ['a version number is skipped', [first, during(3, 4, publish(3))]],
    ['a later version gets a lower number', [first, during(3, 4, publish(3)), during(5, 6, publish(2))]],
    [
      'a version is published without its label',
      [first, during(3, 6, publish(2, 'production')), during(4, 5, read(2, 1))],
    ],
    [
      'a label is moved with the key after it was protected',
      [first, during(3, 4, publish(2)), during(5, 6, protect('production')), during(7, 8, move(2))],
    ],
    [
      'a version is published with a label that was protected',
      [first, during(3, 4, protect('production')), during(5, 6, publish(2, 'production'))],
    ],
    ['a label is refused that is not protected', [first, during(3, 4, publish(2)), during(5, 6, move(2, 'protected'))]],
    [
      'a publication is refused for another label',
      [first, during(3, 4, protect('staging')), during(5, 6, refusedPublish('production'))],
    ],
    ['a protection is lost', [first, during(3, 4, protect('production')), during(5, 6, readProtection())]],
    ['an existing version is reported as missing', [first, during(3, 4, move(1, 'no-such-version'))]],
    ['a label vanishes', [first, during(3, 4, read(1))]],
    ['a label points to a version that does not exist', [first, during(3, 4, move(2))]],
    [
      'a move without a response takes effect, and is undone',
      [
        first,
        during(3, 4, publish(2)),
        during(5, undefined, move(2)),
        during(6, 7, read(2, 2)),
        during(8, 9, read(2, 1)),
      ],
    ],
  ];
  it.each(impossible)('rejects that %s', (_, operations) => {
    expect(check(operations)).toBe('contradiction');
  });

  it('is checked quickly after an outage that left many moves pending', () => {
    const published = Array.from({ length: 8 }, (_, index) => during(10 * index, 10 * index + 1, publish(index + 1)));
    const pending = Array.from({ length: 40 }, (_, index) => during(100 + index, undefined, move(1 + (index % 8))));
    const seen = [3, 5, 3, 8, 1].map((version, index) => during(200 + 10 * index, 201 + 10 * index, read(8, version)));

    expect(check([...published, ...pending, ...seen])).toBe('linearizable');
    expect(check([...published, ...pending, ...seen, during(300, 301, move(9))])).toBe('contradiction');
  });
});
