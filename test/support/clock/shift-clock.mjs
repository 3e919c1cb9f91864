// Loaded with `node --import`: shifts what the process sees as the current time. Time passes at its usual speed.
const SystemDate = Date;
const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS']);
const isStorageShifted = process.env['TEST_CLOCK_OF_STORAGE'] === 'shifted';
const HOUR_MS = 60 * 60 * 1000;

/**
 * The storages themselves cannot be shifted, and the program's bundle has its own copies of their drivers. But a process
 * that is shifted far learns the real time from its storage alone.
 */
const isFromStorage = (time) =>
  isStorageShifted && typeof time === 'number' && Math.abs(time - SystemDate.now()) < HOUR_MS;

globalThis.Date = class ShiftedDate extends SystemDate {
  constructor(...parts) {
    const [time] = parts;
    if (parts.length === 0) super(SystemDate.now() + shiftMs);
    else if (parts.length === 1 && isFromStorage(time)) super(time + shiftMs);
    else super(...parts);
  }

  static now() {
    return SystemDate.now() + shiftMs;
  }
};
