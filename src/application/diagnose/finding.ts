/** `error`: the service cannot run, or will lose something. `warning`: it runs, but not as it should. */
export type Severity = 'ok' | 'warning' | 'error';

/** One thing that was looked at, in words for whoever runs the service. No part of it ever holds a secret. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  readonly severity: Severity;
  /** What is so. */
  readonly message: string;
  /** What to do. Always there unless all is well, and then good advice. */
  readonly cure?: string;
}

export const fine = (check: string, message: string, cure?: string): Finding => ({
  check,
  severity: 'ok',
  message,
  ...(cure === undefined ? {} : { cure }),
});

export const warning = (check: string, message: string, cure: string): Finding => ({
  check,
  severity: 'warning',
  message,
  cure,
});

export const serious = (check: string, message: string, cure: string): Finding => ({
  check,
  severity: 'error',
  message,
  cure,
});
