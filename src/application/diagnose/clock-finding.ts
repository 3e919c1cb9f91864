import { type Finding, failure, ok, warning } from '../ports/diagnosis.ts';

const CHECK = 'clock';
const OFF_SECONDS_WARNING = 5;
const OFF_SECONDS_ERROR = 60;
/** No release is older than this, and none is run for so long. */
const FIRST_YEAR = 2025;
const LAST_YEAR = 2100;

const SYNCHRONIZE = 'let both machines take their time from NTP (timedatectl set-ntp true)';

/** The clock of this machine, by itself and held against the storage's where it has one. */
export function clockFinding(here: Date, there: Date | undefined): Finding {
  const year = here.getUTCFullYear();
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    return failure(CHECK, `this machine believes to be in the year ${year}`, 'set its clock, and let it follow NTP');
  }
  if (!there) return ok(CHECK, `the clock is plausible (${here.toISOString()})`);

  const offSeconds = Math.round(Math.abs(here.getTime() - there.getTime()) / 1000);
  const message = `the clock of this machine and the storage's differ by ${offSeconds} s`;
  if (offSeconds > OFF_SECONDS_ERROR) return failure(CHECK, message, SYNCHRONIZE);
  return offSeconds > OFF_SECONDS_WARNING ? warning(CHECK, message, SYNCHRONIZE) : ok(CHECK, message);
}
