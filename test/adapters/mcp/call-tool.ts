import { expect } from 'vitest';
import type { McpClient } from './mcp-clients.ts';

export type Arguments = Record<string, unknown>;

/** The result of a tool, which must be the same as text. */
export async function call(client: McpClient, name: string, given: Arguments): Promise<unknown> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ type: 'text'; text: string }];
  expect(isError ?? false, text).toBe(false);
  const value: unknown = JSON.parse(text);
  // Structured content of 2025 must be an object.
  if (!Array.isArray(value)) expect(structuredContent).toEqual(value);
  return value;
}

/** The error body of a tool that fails. */
export async function fail(client: McpClient, name: string, given: Arguments): Promise<unknown> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ type: 'text'; text: string }];
  expect(isError, text).toBe(true);
  expect(structuredContent).toEqual(JSON.parse(text));
  return structuredContent;
}
