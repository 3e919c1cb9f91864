/** Node options to run TypeScript. Transpiling happens at start, so it does not affect the measurements. */
export const TYPESCRIPT = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'] as const;
