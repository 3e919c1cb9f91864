/** The interface that a change came through: the HTTP API, the dashboard or the command line. */
export const channels = ['api', 'dashboard', 'cli'] as const;
export type Channel = (typeof channels)[number];
