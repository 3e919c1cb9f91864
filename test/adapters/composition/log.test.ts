import { execFileSync } from 'node:child_process';
import { closeSync, constants, createReadStream, fstatSync, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { type Log, type LogOptions, openLog } from '../../../src/adapters/composition/service/log.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

/** Opens a log that writes to a pipe, which is not read until `read` is called. */
async function openPipedLog(options: Partial<Pick<LogOptions, 'lastLinesMs' | 'level' | 'isShared'>> = {}) {
  const pipe = join(await createTestFolder(), 'log');
  execFileSync('mkfifo', [pipe]);
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const log = await openLog({ level: 'info', fd, isTerminal: false, ...options });
  return { log, pipe, fd, read: () => readEntries(pipe) };
}

async function* readEntries(pipe: string): AsyncGenerator<Record<string, unknown>> {
  for await (const line of createInterface({ input: createReadStream(pipe) })) yield JSON.parse(line);
}

function isOpen(fd: number): boolean {
  try {
    fstatSync(fd);
    return true;
  } catch {
    return false;
  }
}

const KIBIBYTE = 'a'.repeat(1024);
const fill = ({ logger }: Log, lines: number) => {
  for (let line = 0; line < lines; line += 1) logger.info(KIBIBYTE);
};

describe('a log without a reader', () => {
  it('buffers eight megabytes, then reports the number of lost lines once it is read again', async () => {
    const { log, read } = await openPipedLog();
    const written = 9 * 1024;
    fill(log, written);

    let seen = 0;
    for await (const { msg, lines } of read()) {
      if (msg !== KIBIBYTE) {
        expect({ msg, lines }).toEqual({
          msg: 'log lines are lost: the reader of the log was too slow',
          lines: written - seen,
        });
        break;
      }
      seen += 1;
    }
    expect(seen).toBeGreaterThan(7 * 1024);
    expect(seen).toBeLessThan(8 * 1024);
    await log.close();
  });

  it('can be closed, and ignores later lines', async () => {
    const { log } = await openPipedLog();
    fill(log, 1024);

    await log.close();
    log.logger.info('too late');
  });

  it('writes nothing more once it is closed, not even to a file that gets its descriptor', async () => {
    const folder = await createTestFolder();
    const { log, pipe, fd } = await openPipedLog();
    fill(log, 1024);
    await log.close();
    while (isOpen(fd)) await stat(pipe);

    const opened: number[] = [];
    while (!opened.includes(fd)) opened.push(openSync(join(folder, 'next'), 'w'));
    // Closing another log takes longer than the pause between two attempts to write.
    const { log: another } = await openPipedLog();
    fill(another, 1024);
    await another.close();

    expect(fstatSync(fd).size).toBe(0);
    for (const each of opened) closeSync(each);
  });
});

describe('a log with a reader', () => {
  it('writes every line before it is closed', async () => {
    // A busy machine may delay the reader.
    const { log, read } = await openPipedLog({ lastLinesMs: 60_000 });
    fill(log, 100);
    log.logger.info('the last');
    const closed = log.close();

    let seen = 0;
    for await (const { msg } of read()) {
      seen += 1;
      if (msg === 'the last') break;
    }
    await closed;
    expect(seen).toBe(101);
  });

  it('masks API keys', async () => {
    const { log, read } = await openPipedLog();
    log.logger.info(`who has ph_${'0'.repeat(64)} gets in`);

    for await (const { msg } of read()) {
      expect(msg).toBe('who has ph_… gets in');
      break;
    }
    await log.close();
  });
});

describe('an error that is logged', () => {
  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const)(
    'shows its code and none of the data that a driver attached to it, at level %s',
    async (level) => {
      const { log, read } = await openPipedLog({ level: 'trace' });
      const error = Object.assign(new Error('duplicate row: secret'), {
        code: '23505',
        severity: 'ERROR',
        detail: 'Key (body)=(secret) already exists.',
        where: 'secret',
      });

      log.logger[level]({ err: error }, 'request failed');
      const { value } = await read().next();

      expect(value).toMatchObject({ err: { type: 'Error', code: '23505', severity: 'ERROR' }, msg: 'request failed' });
      expect(JSON.stringify(value)).not.toContain('secret');
      await log.close();
    },
  );
});

describe('a log that several processes write', () => {
  it('consists of whole lines, even while its reader is too slow', async () => {
    const { log, pipe, read } = await openPipedLog({ isShared: true });
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const other = await openLog({ level: 'info', fd, isTerminal: false, isShared: true, worker: 2 });
    // More than a pipe holds.
    const written = 500;
    fill(log, written);
    fill(other, written);

    const workers = new Map<unknown, number>();
    let seen = 0;
    for await (const { msg, worker } of read()) {
      expect(msg).toBe(KIBIBYTE);
      workers.set(worker, (workers.get(worker) ?? 0) + 1);
      seen += 1;
      if (seen === 2 * written) break;
    }

    expect(Object.fromEntries(workers)).toEqual({ undefined: written, 2: written });
    await Promise.all([log.close(), other.close()]);
  });
});
