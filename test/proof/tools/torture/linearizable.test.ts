import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../tools/seeded-random.ts';
import { during } from '../../../tools/torture/checker/an-operation.ts';
import { linearize, type Operation } from '../../../tools/torture/checker/linearizable.ts';
import { type PromptEvent, promptRegister } from '../../../tools/torture/checker/prompt-register.ts';

describe('linearize', () => {
  /** Brute force: tries every order. */
  function tryAll(operations: readonly Operation<PromptEvent>[], state = promptRegister.initial): boolean {
    if (operations.every(({ returnedAt }) => returnedAt === undefined)) return true;
    const firstReturn = Math.min(...operations.map(({ returnedAt = Number.POSITIVE_INFINITY }) => returnedAt));
    return operations.some(
      (operation) =>
        operation.calledAt < firstReturn &&
        promptRegister.step(state, operation.event).some((after) =>
          tryAll(
            operations.filter((other) => other !== operation),
            after,
          ),
        ),
    );
  }

  const someEvent = (random: SeededRandom): PromptEvent => {
    const version = random.between(1, 3);
    const [latest, production] = [random.between(1, 3), random.between(1, 2)];
    switch (random.weighted({ publish: 3, move: 3, read: 4 })) {
      case 'publish':
        return { kind: 'publish', version, labels: random.chance(0.5) ? ['production'] : [] };
      case 'move':
        return {
          kind: 'move',
          label: 'production',
          version,
          outcome: random.chance(0.8) ? 'moved' : 'no-such-version',
        };
      case 'read':
        return {
          kind: 'read',
          label: 'production',
          seen: random.chance(0.2) ? undefined : { latest, labels: { production } },
        };
    }
  };

  it('agrees with a brute-force search on 5,000 random histories', () => {
    const random = new SeededRandom('every order');
    const verdicts = { linearizable: 0, contradiction: 0, undecided: 0 };
    for (let run = 0; run < 5000; run += 1) {
      const first = during<PromptEvent>(-2, -1, { kind: 'publish', version: 1, labels: ['production'] });
      const others = Array.from({ length: 6 }, () => {
        const calledAt = random.between(0, 12) + random.next();
        return during(calledAt, random.chance(0.2) ? undefined : calledAt + random.between(1, 8), someEvent(random));
      });
      const { kind } = linearize(promptRegister, [first, ...others]);
      expect(kind, JSON.stringify(others)).toBe(tryAll([first, ...others]) ? 'linearizable' : 'contradiction');
      verdicts[kind] += 1;
    }
    expect(Math.min(verdicts.linearizable, verdicts.contradiction)).toBeGreaterThan(100);
  });
});
