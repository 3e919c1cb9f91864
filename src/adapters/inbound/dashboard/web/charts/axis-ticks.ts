const TICKS_MAX = 5;
const STEPS = [1, 2, 5, 10];

/** Round numbers from 0 to at least the maximum, in equal steps of whole calls. */
export function countTicks(max: number): readonly number[] {
  const least = Math.max(1, max / (TICKS_MAX - 1));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((factor) => factor * power >= least) ?? 10) * power;
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}

const TIMES_MAX = 7;

/** Whether the axis names this hour or day: as many as fit on a phone, and none at the edge. */
export function isNamedSlot(index: number, slots: number): boolean {
  const step = Math.ceil(slots / TIMES_MAX);
  return index % step === Math.floor(step / 2);
}
