/** Every exit code of the program, as in sysexits.h where it has one. */
export const EXIT = {
  succeeded: 0,
  failed: 1,
  /** The command line itself is wrong. */
  wrongUsage: 64,
  /** The storage, or the service that the command calls, cannot be reached. */
  unavailable: 69,
  /** The configuration has to be corrected first. */
  configuration: 78,
} as const;
