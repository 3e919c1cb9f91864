import { createHash, randomBytes } from 'node:crypto';
import type { PromptRow, VersionRow } from './baseline-storage.ts';

export const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

interface SentPrompt {
  readonly name: string;
  readonly content: string;
  readonly config?: object;
  readonly tags?: readonly string[];
  readonly description?: string;
  readonly message?: string;
}

/** The id and hash have the same form as the service's, so that the service can list the prompt. */
export function newPrompt({ name, content, config = {}, tags = [], description = '', message = '' }: SentPrompt) {
  const at = Date.now();
  const names = [...new Set(Array.from(content.matchAll(VARIABLE), ([, variable]) => variable))];
  const body = JSON.stringify(content);
  const variables = JSON.stringify(names.map((variable) => ({ name: variable, type: 'string', required: true })));
  const hash = `sha256:${createHash('sha256').update(variables).update(JSON.stringify(config)).update(body).digest('hex')}`;
  const prompt: PromptRow = {
    id: `p_${at}_${randomBytes(3).toString('hex')}`,
    name,
    folder: folderOf(name),
    type: 'text',
    description,
    tags: JSON.stringify(tags),
    labels: '{}',
    latest_version: 1,
    revision: 1,
    archived: 0,
    created_at: at,
    updated_at: at,
  };
  const version: VersionRow = {
    version: 1,
    hash,
    restored_from: null,
    published_at: at,
    message,
    variables,
    config: JSON.stringify(config),
    body,
  };
  return { prompt, version };
}

export const folderOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('/'), 0));
