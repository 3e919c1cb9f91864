import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StorageClock } from '../../../src/adapters/outbound/host/storage-clock.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';

const NOON_MS = Date.parse('2026-11-18T12:00:00.000Z');
const HOUR_MS = 60 * 60 * 1000;

/** The true time, and how far the clocks of the storage and of the machine are off. */
const world = { ms: 0, storageOffMs: 0, wallOffMs: 0, asleepMs: 0, tripMs: 0, isDown: false, hasClock: true };
const machine = {
  wallMs: () => Math.floor(world.ms + world.wallOffMs),
  elapsedMs: () => world.ms - NOON_MS - world.asleepMs,
};
const ping = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  Object.assign(world, { ms: NOON_MS, storageOffMs: 0, wallOffMs: 0, asleepMs: 0, tripMs: 0, isDown: false });
  world.hasClock = true;
  ping.mockReset().mockImplementation(async () => {
    if (world.isDown) throw new StorageUnavailable('storage', new Error('down'));
    world.ms += world.tripMs;
    const time = new Date(Math.floor(world.ms + world.storageOffMs));
    world.ms += world.tripMs;
    return { isNearlyFull: false, time: world.hasClock ? time : undefined };
  });
});

async function aClock(): Promise<StorageClock> {
  const clock = new StorageClock({ ping }, machine);
  onTestFinished(() => clock.close());
  await clock.follow();
  return clock;
}

async function pass(ms: number): Promise<void> {
  world.ms += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

const offMs = (clock: StorageClock): number => clock.now().getTime() - (world.ms + world.storageOffMs);

describe('the clock of a service', () => {
  it.each([HOUR_MS, -HOUR_MS, 3000, -3000])(
    'shows the time of the storage when its machine is %i ms off',
    async (ms) => {
      world.wallOffMs = ms;
      world.tripMs = 4;
      const clock = await aClock();

      expect(Math.abs(offMs(clock))).toBeLessThanOrEqual(2 * world.tripMs + 1);
      await pass(4000);
      expect(Math.abs(offMs(clock))).toBeLessThanOrEqual(2 * world.tripMs + 1);
    },
  );

  it('shows the time of its machine to the millisecond as long as both agree, even when the storage is slow', async () => {
    world.tripMs = 700;
    const clock = await aClock();
    await pass(60_000);

    expect(offMs(clock)).toBe(0);
  });

  it.each([HOUR_MS, -HOUR_MS])('is not affected when the clock of its machine is set by %i ms', async (ms) => {
    const clock = await aClock();
    await pass(1000);
    world.isDown = true;
    world.wallOffMs = ms;
    await pass(30_000);

    expect(Math.abs(offMs(clock))).toBeLessThanOrEqual(1);
  });

  it('measures at once when the clock of its machine jumps, because the machine may have slept', async () => {
    const clock = await aClock();
    await pass(1000);
    world.ms += HOUR_MS;
    world.asleepMs = HOUR_MS;

    clock.now();
    await vi.advanceTimersByTimeAsync(0);

    expect(Math.abs(offMs(clock))).toBeLessThanOrEqual(1);
  });

  it('follows the storage when that is set, or replaced by another', async () => {
    const clock = await aClock();
    world.storageOffMs = -10_000;
    await pass(5000);

    expect(Math.abs(offMs(clock))).toBeLessThanOrEqual(1);
  });

  it('continues with the last measurement while the storage is unavailable, and measures again afterwards', async () => {
    world.wallOffMs = HOUR_MS;
    const clock = await aClock();
    world.isDown = true;
    await pass(20_000);
    expect(Math.abs(offMs(clock))).toBeLessThanOrEqual(1);

    world.isDown = false;
    world.storageOffMs = 5000;
    await pass(5000);
    expect(Math.abs(offMs(clock))).toBeLessThanOrEqual(1);
  });

  it('shows the time of its machine when the storage has no clock of its own, and does not ask again', async () => {
    world.hasClock = false;
    world.wallOffMs = HOUR_MS;
    const clock = await aClock();
    await pass(60_000);

    expect(offMs(clock)).toBe(HOUR_MS);
    expect(ping).toHaveBeenCalledTimes(1);
  });
});
