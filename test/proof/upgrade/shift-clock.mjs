// Loaded with `node --import`: shifts what the process sees as the current time. Time passes at its usual speed.
const SystemDate = Date;
const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS']);

globalThis.Date = class ShiftedDate extends SystemDate {
  constructor(...parts) {
    if (parts.length === 0) super(SystemDate.now() + shiftMs);
    else super(...parts);
  }

  static now() {
    return SystemDate.now() + shiftMs;
  }
};
