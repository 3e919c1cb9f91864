import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../tools/seeded-random.ts';
import { parseCommand, replayCommand } from '../../../tools/torture/command-line.ts';
import { formatViolation } from '../../../tools/torture/report.ts';

const options = { histories: 200, seed: '7', round: undefined, resetPairs: 10, probes: 20 };

describe('a violation', () => {
  it.each([3, undefined])('is printed with a command that runs the same again (round: %s)', (round) => {
    const violation = { round, subject: 'history 3.1', messages: ['no'], details: '  1 2 verify' };
    const text = formatViolation('redis', options, violation);

    for (const part of ['history 3.1', '- no', '1 2 verify']) expect(text).toContain(part);
    const [, replay = ''] = replayCommand('redis', options, round).split(' -- ');
    expect(text).toContain(replay);
    const repeated = round === undefined ? options : { ...options, round, resetPairs: 0, probes: 0 };
    expect(parseCommand(replay.split(' '))).toEqual({ backend: 'redis', options: repeated });
  });

  it('is not repeated with wrong arguments', () => {
    expect(() => parseCommand(['--backend', 'mysql'])).toThrow('not mysql');
    expect(() => parseCommand(['--backend', 'redis', '--probes', 'many'])).toThrow('"many"');
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
