/** The interface that a change came through: the HTTP API, the dashboard, the command line or an MCP client. */
export const channels = ['api', 'dashboard', 'cli', 'mcp'] as const;
export type Channel = (typeof channels)[number];
