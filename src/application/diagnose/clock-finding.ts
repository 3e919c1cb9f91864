import { type Finding, failure, ok, warning } from '../ports/diagnosis.ts';

const CHECK = 'clock';
const OFF_SECONDS_WARNING = 5;
const OFF_SECONDS_ERROR = 60;
/** No release is older than this, and none will be in use for so long. */
const FIRST_YEAR = 2025;
const LAST_YEAR = 2100;

const SYNCHRONIZE = 'synchronize both machines with NTP (timedatectl set-ntp true)';

/** Checks the clock of this machine, and compares it with the storage's if it has one. */
export function clockFinding(here: Date, there: Date | undefined): Finding {
  const year = here.getUTCFullYear();
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    return failure(
      CHECK,
      `the clock of this machine is set to the year ${year}`,
      'set the clock, and synchronize it with NTP',
    );
  }
  if (!there) return ok(CHECK, `the clock is plausible (${here.toISOString()})`);

  const offSeconds = Math.round(Math.abs(here.getTime() - there.getTime()) / 1000);
  const message = `the clocks of this machine and of the storage differ by ${offSeconds} s`;
  if (offSeconds > OFF_SECONDS_ERROR) return failure(CHECK, message, SYNCHRONIZE);
  return offSeconds > OFF_SECONDS_WARNING ? warning(CHECK, message, SYNCHRONIZE) : ok(CHECK, message);
}
