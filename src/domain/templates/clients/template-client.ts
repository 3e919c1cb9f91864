import type { Role } from '../prompt-content.ts';

/** A program that reads our templates and renders them with its own engine. */
export type TemplateClient = 'langfuse-js' | 'langfuse-python' | 'langchain' | 'langchain-python' | 'litellm';

/** How a client reads templates. */
export interface Notation {
  readonly clientName: string;
  /** With `single`, variables are `{name}`, and two braces have no meaning. */
  readonly braces: 'double' | 'single';
  /** Whether the client has sections, members and items. */
  readonly isMustache: boolean;
  /** Whether the client escapes values as HTML unless a tag is marked with `&`. */
  readonly escapesHtml?: boolean;
  /** Roles that its messages cannot have. */
  readonly missingRoles: readonly Role[];
}

export const NOTATIONS: Readonly<Record<TemplateClient, Notation>> = {
  'langfuse-js': { clientName: 'Langfuse', braces: 'double', isMustache: true, missingRoles: [] },
  'langfuse-python': {
    clientName: 'the Langfuse SDK for Python',
    braces: 'double',
    isMustache: false,
    missingRoles: [],
  },
  langchain: { clientName: 'LangChain', braces: 'double', isMustache: true, missingRoles: ['tool'] },
  'langchain-python': {
    clientName: 'LangChain',
    braces: 'double',
    isMustache: true,
    escapesHtml: true,
    missingRoles: ['tool'],
  },
  litellm: { clientName: 'LiteLLM', braces: 'single', isMustache: false, missingRoles: [] },
};
