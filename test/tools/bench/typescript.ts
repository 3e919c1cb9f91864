/** How Node runs our TypeScript. It is done with it when a program is loaded: nothing of it is in what is measured. */
export const TYPESCRIPT = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'] as const;
