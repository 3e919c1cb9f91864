import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../tools/seeded-random.ts';
import { parseCommand, replayCommand } from '../../../tools/torture/command-line.ts';
import { createProgressReporter, formatSummary, formatViolation } from '../../../tools/torture/report.ts';

const args = ['--backend', 'redis', '--histories', '200', '--seed', '7'];
const options = { histories: 200, seed: '7', round: undefined, resetPairs: 0, probes: 0 };
const faults = { 'kill-process': 1, 'pause-process': 0, 'kill-storage': 2, delay: 0, reset: 0, swallow: 0 };
const summary = { histories: 8, operations: 900, unknowns: 12, faults, violations: [], resets: undefined };

describe('parseCommand', () => {
  it('parses valid arguments', () => {
    expect(parseCommand(args)).toEqual({ kind: 'run', backend: 'redis', options });
    expect(parseCommand(['--help'])).toEqual({ kind: 'help' });
  });

  it.each([[[]], [['--backend', 'mysql']], [[...args, '--probes', 'many']], [[...args, '--fast']]])(
    'rejects %j',
    (wrong) => {
      expect(parseCommand(wrong).kind).toBe('invalid');
    },
  );

  it.each([3, undefined])('parses the printed replay command back to the same options (round: %s)', (round) => {
    const raced = { ...options, resetPairs: 10, probes: 20 };
    const replay = replayCommand('redis', raced, round).split(' -- ')[1] ?? '';
    const again = round === undefined ? raced : { ...options, round };
    expect(parseCommand(replay.split(' '))).toMatchObject({ backend: 'redis', options: again });
  });

  it('picks a random seed if none is given', () => {
    const [one, other] = [parseCommand(['--backend', 'sqlite']), parseCommand(['--backend', 'sqlite'])];
    expect(one).not.toEqual(other);
  });
});

describe('the torture report', () => {
  it('shows how far the run is', () => {
    let text = '';
    createProgressReporter({ write: (more) => (text += more) }, options)(summary);

    expect(text).toBe('8 of 200 histories, 900 operations, 12 unknown, 3 faults, 0 violations\n');
  });

  it('prints a violation with its history and the replay command', () => {
    const violation = { round: 3, subject: 'history 3.1', messages: ['no'], details: '  1 2 verify' };
    const text = formatViolation('redis', options, violation);
    for (const part of ['history 3.1', '- no', '1 2 verify', '--seed 7 --round 3']) expect(text).toContain(part);
    expect(formatSummary('redis', options, { ...summary, violations: [violation] }, 60)).toMatch(/^violations +1$/m);
  });
});

describe('SeededRandom', () => {
  it('repeats its choices for the same seed, and differs for another', () => {
    const choices = (...seed: (string | number)[]) => {
      const random = new SeededRandom(...seed);
      return Array.from({ length: 50 }, () => random.between(0, 9)).join('');
    };
    expect(choices(1, 'a')).toBe(choices(1, 'a'));
    expect(choices(1, 'a')).not.toBe(choices(1, 'b'));
  });
});
