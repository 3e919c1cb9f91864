import { describe, expect, it } from 'vitest';
import { parseCommand, replayOf } from '../../../tools/torture/command-line.ts';
import { description, progressOn, summarize } from '../../../tools/torture/report.ts';
import { SeededRandom } from '../../../tools/torture/seeded-random.ts';

const words = ['--backend', 'redis', '--histories', '200', '--seed', '7'];
const order = { histories: 200, seed: '7', round: undefined, resetPairs: 0, probes: 0 };
const faults = { 'kill-process': 1, 'pause-process': 0, 'kill-storage': 2, delay: 0, reset: 0, swallow: 0 };
const tally = { histories: 8, operations: 900, unknowns: 12, faults, violations: [], resets: undefined };

describe('the command', () => {
  it('is understood', () => {
    expect(parseCommand(words)).toEqual({ kind: 'run', backend: 'redis', order });
    expect(parseCommand(['--help'])).toEqual({ kind: 'help' });
  });

  it.each([[[]], [['--backend', 'mysql']], [[...words, '--probes', 'many']], [[...words, '--fast']]])(
    'is refused when it is %j',
    (wrong) => {
      expect(parseCommand(wrong).kind).toBe('wrong');
    },
  );

  it.each([3, undefined])('that replays what was found is the one that there was (round: %s)', (round) => {
    const raced = { ...order, resetPairs: 10, probes: 20 };
    const replay = replayOf('redis', raced, round).split(' -- ')[1] ?? '';
    const again = round === undefined ? raced : { ...order, round };
    expect(parseCommand(replay.split(' '))).toMatchObject({ backend: 'redis', order: again });
  });

  it('without a seed gets another one each time', () => {
    const [one, other] = [parseCommand(['--backend', 'sqlite']), parseCommand(['--backend', 'sqlite'])];
    expect(one).not.toEqual(other);
  });
});

describe('the report', () => {
  const shown = (isTTY: boolean): string => {
    let text = '';
    progressOn({ isTTY, write: (more) => (text += more) }, order)(tally);
    return text;
  };

  it('is a bar on a terminal, and lines elsewhere', () => {
    expect(shown(true)).toMatch(/^\r.*\[#-{29}\] 8 of 200 histories, .* 12 unknown, 3 faults, 0 violations$/);
    expect(shown(false)).toBe('8 of 200 histories, 900 operations, 12 unknown, 3 faults, 0 violations\n');
  });

  it('tells of a violation what happened and how to see it again', () => {
    const violation = { round: 3, subject: 'history 3.1', sentences: ['no'], details: '  1 2 verify' };
    const text = description('redis', order, violation);
    for (const part of ['history 3.1', '- no', '1 2 verify', '--seed 7 --round 3']) expect(text).toContain(part);
    expect(summarize('redis', order, { ...tally, violations: [violation] }, 60)).toMatch(/^violations +1$/m);
  });
});

describe('a seed', () => {
  it('decides everything, and another decides otherwise', () => {
    const choices = (...seed: (string | number)[]) => {
      const random = new SeededRandom(...seed);
      return Array.from({ length: 50 }, () => random.between(0, 9)).join('');
    };
    expect(choices(1, 'a')).toBe(choices(1, 'a'));
    expect(choices(1, 'a')).not.toBe(choices(1, 'b'));
  });
});
